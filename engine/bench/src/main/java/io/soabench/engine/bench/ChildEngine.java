package io.soabench.engine.bench;

import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An engine in a JVM of its own, with one process deployed from a folder. */
final class ChildEngine implements AutoCloseable {
    private static final String PORT = "--port=";
    private static final EngineClock CLOCK = new SystemEngineClock();

    private final Path folder;
    private final Process process;
    private final List<Integer> ports = new ArrayList<>();
    private final List<Integer> adminPorts = new ArrayList<>();
    private final long startedNs;

    /** Creates an engine with one event loop; options as in the constructor. */
    static ChildEngine withOneLoop(
            String name, Map<String, byte[]> archive, int heapMb, List<String> ofJava, List<String> options)
            throws IOException {
        return new ChildEngine(
                name,
                archive,
                heapMb,
                ofJava,
                Stream.concat(Stream.of("--http-threads=1"), options.stream()).toList());
    }

    /**
     * Creates an engine.
     *
     * @param ofJava options of its virtual machine
     * @param options its own, beside those that name deployments and the admin port; without a port it takes a free one
     */
    ChildEngine(String name, Map<String, byte[]> archive, int heapMb, List<String> ofJava, List<String> options)
            throws IOException {
        this(name, archive, heapMb, ofJava, options, 1);
    }

    /**
     * Creates a virtual machine with one engine or {@link TwoEngines}.
     *
     * @param engines the number of engines
     */
    ChildEngine(
            String name,
            Map<String, byte[]> archive,
            int heapMb,
            List<String> ofJava,
            List<String> options,
            int engines)
            throws IOException {
        this(name, archive, heapMb, ofJava, options, System.getProperty("java.class.path"), engines);
    }

    /** Creates an engine with its own class path. */
    ChildEngine(
            String name,
            Map<String, byte[]> archive,
            int heapMb,
            List<String> ofJava,
            List<String> options,
            String classPath)
            throws IOException {
        this(name, archive, heapMb, ofJava, options, classPath, 1);
    }

    private ChildEngine(
            String name,
            Map<String, byte[]> archive,
            int heapMb,
            List<String> ofJava,
            List<String> options,
            String classPath,
            int engines)
            throws IOException {
        folder = Files.createTempDirectory("soabench-bench");
        Path deployed = Files.createDirectories(folder.resolve("deploy").resolve(name));
        for (Map.Entry<String, byte[]> entry : archive.entrySet()) {
            Path file = deployed.resolve(entry.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, entry.getValue());
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms" + heapMb + "m",
                "-Xmx" + heapMb + "m"));
        command.addAll(ofJava);
        command.addAll(List.of(
                "-cp",
                classPath,
                engines == 1 ? "io.soabench.engine.server.EngineMain" : TwoEngines.class.getName(),
                "--admin-port=0",
                "--deploy=" + folder.resolve("deploy")));
        if (options.stream().noneMatch(option -> option.startsWith(PORT))) {
            command.add(PORT + 0);
        }
        command.addAll(options);
        startedNs = CLOCK.nanoTime();
        process = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
        awaitReady(engines);
    }

    @SuppressWarnings("resource") // Closing the reader would close the child's output, which it needs until its end.
    private void awaitReady(int engines) throws IOException {
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line;
        while (ports.size() < engines && (line = output.readLine()) != null) {
            if (line.startsWith("ready services=")) {
                adminPorts.add(URI.create(line.substring(line.indexOf(" admin=") + " admin=".length())
                                .strip())
                        .getPort());
                ports.add(URI.create(line.substring("ready services=".length(), line.indexOf(" admin=")))
                        .getPort());
            }
        }
        if (ports.size() < engines) {
            String errors = Files.readString(folder.resolve("errors.txt"));
            close();
            throw new IllegalStateException("The engine did not start: " + errors);
        }
    }

    long pid() {
        return process.pid();
    }

    int port() {
        return ports.get(0);
    }

    int adminPort() {
        return adminPorts.get(0);
    }

    /** Returns the ports of its engines. */
    List<Integer> ports() {
        return List.copyOf(ports);
    }

    /** Returns the ports of the admin interfaces of its engines. */
    List<Integer> adminPorts() {
        return List.copyOf(adminPorts);
    }

    /** Returns the seconds since its JVM was started. */
    double age() {
        return (CLOCK.nanoTime() - startedNs) / 1e9;
    }

    /** Returns the processor time of its process until now. */
    double cpuSeconds() {
        return process.toHandle()
                        .info()
                        .totalCpuDuration()
                        .orElseThrow(() -> new IllegalStateException("this system does not tell processor times"))
                        .toNanos()
                / 1e9;
    }

    /** Returns the bytes of all live objects, after a full collection. */
    long liveBytes() throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(process.pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String total = "";
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(jcmd.getInputStream(), StandardCharsets.UTF_8))) {
            String line;
            while ((line = output.readLine()) != null) {
                if (line.startsWith("Total")) {
                    total = line;
                }
            }
        }
        jcmd.waitFor();
        String[] words = total.trim().split("\\s+", -1);
        if (words.length != 3) {
            throw new IllegalStateException(
                    "jcmd did not report the live objects; the engine may have run out of memory");
        }
        return Long.parseLong(words[2]);
    }

    /**
     * Ends its process as an operator does.
     *
     * @return the seconds until it has ended
     */
    double stop(long withinSeconds) throws IOException, InterruptedException {
        long stoppedNs = CLOCK.nanoTime();
        process.destroy();
        if (!process.waitFor(withinSeconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The engine did not stop within " + withinSeconds + " s: "
                    + Files.readString(folder.resolve("errors.txt")));
        }
        return (CLOCK.nanoTime() - stoppedNs) / 1e9;
    }

    /** Ends its process as a crash does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
