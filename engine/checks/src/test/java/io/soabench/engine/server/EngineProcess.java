package io.soabench.engine.server;

import io.soabench.testing.TestPorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An engine in a virtual machine of its own, with a small heap. */
final class EngineProcess implements AutoCloseable {
    final Process process;
    final BufferedReader output;

    private EngineProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts an engine on free ports, with a process named Plain.
     *
     * @param folder the folder to be deployed; the files of the process are written into it
     * @param heap the heap as for {@code -Xmx}
     * @param body the activities between the receive and the reply
     * @param partner the address of the partner
     * @param options further options of the engine
     */
    static EngineProcess start(Path folder, String heap, String body, String partner, List<String> options)
            throws IOException {
        EngineFixture.writePlain(folder.resolve("plain"), body, partner);
        return start(folder, heap, options, Map.of());
    }

    /**
     * Starts an engine on free ports, with the processes of a folder, and with further variables in its environment.
     */
    static EngineProcess start(Path folder, String heap, List<String> options, Map<String, String> environment)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EngineMain.class.getName(),
                "--port",
                Integer.toString(TestPorts.next()),
                "--admin-port",
                "0",
                "--deploy",
                folder.toString()));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new EngineProcess(builder.start());
    }

    /**
     * Waits until the engine is ready, at most two minutes: it is killed then, which ends the wait.
     *
     * @return the addresses of the services and of the admin interface
     */
    @SuppressWarnings("FutureReturnValueIgnored") // What is done at the limit ends the process, which is seen here.
    List<URI> ready() throws IOException {
        List<String> said = new ArrayList<>();
        CompletableFuture<Void> limit = new CompletableFuture<Void>().orTimeout(2, TimeUnit.MINUTES);
        limit.whenComplete((nothing, late) -> {
            if (late instanceof TimeoutException) {
                try {
                    stacks();
                } finally {
                    process.destroyForcibly();
                }
            }
        });
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith("ready ")) {
                    return List.of(
                            URI.create(line.replaceAll(".*services=(\\S+).*", "$1")),
                            URI.create(line.replaceAll(".*admin=(\\S+).*", "$1")));
                }
                said.add(line);
            }
        } finally {
            limit.complete(null);
        }
        throw new AssertionError("not ready:\n" + String.join("\n", said));
    }

    /** Makes the virtual machine print the stacks of its threads, among its other output. */
    private void stacks() {
        try {
            new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
                    .start()
                    .waitFor(5, TimeUnit.SECONDS);
            process.waitFor(2, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        // The reader itself may be locked by a thread that waits for a line.
        process.getInputStream().close();
    }
}
