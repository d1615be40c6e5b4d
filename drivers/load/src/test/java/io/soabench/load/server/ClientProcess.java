package io.soabench.load.server;

import io.soabench.load.LoadClient;
import io.soabench.load.LoadOptions;
import io.soabench.plan.HostClock;
import io.soabench.plan.LoadRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The load client as a process of its own. It ends at the latest when this is closed. */
public final class ClientProcess implements AutoCloseable {

    private static final List<String> FLAGS = List.of("-Xmx512m", "-Xss256k");

    private static final long DEADLINE_S = 180;

    private final Process process;
    private final BufferedReader out;
    private final CompletableFuture<String> errors;
    private final List<String> lines = new ArrayList<>();

    private ClientProcess(Process process) {
        this.process = process;
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        errors = CompletableFuture.supplyAsync(() -> {
            try {
                return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        process.onExit().orTimeout(DEADLINE_S, TimeUnit.SECONDS).exceptionally(late -> process.destroyForcibly());
    }

    /** The java of this JVM. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The command line of a program with the class path of this one. */
    public static List<String> java(Class<?> main, List<String> flags, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(flags);
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    /** The arguments for those options. */
    public static String[] arguments(LoadOptions options) {
        return new String[] {
            "--plan", options.plan().toString(),
            "--case", options.execution().caseId(),
            "--client", options.client(),
            "--compiled", options.compiled().toString(),
            "--out", options.out().toString(),
            "--endpoint", options.endpoints().get(0),
            "--engine", options.engine().word(),
            "--rehearsal", Long.toString(options.rehearsalMs())
        };
    }

    /** How drivers start its JVM. */
    public static List<String> flags(LoadRecord.Engine engine) {
        List<String> flags = new ArrayList<>(FLAGS);
        if (engine == LoadRecord.Engine.LOOP) {
            flags.add("-XX:TieredStopAtLevel=1");
            flags.add("-XX:+UseSerialGC");
        }
        return flags;
    }

    /** A client with those options. */
    public static ClientProcess start(LoadOptions options) throws IOException {
        return start(flags(options.engine()), arguments(options));
    }

    /** A client with flags for its JVM. */
    public static ClientProcess start(List<String> flags, String... arguments) throws IOException {
        return start(Map.of(), flags, arguments);
    }

    /** A client with further variables in its environment. */
    public static ClientProcess start(Map<String, String> environment, List<String> flags, String... arguments)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(java(LoadClient.class, flags, arguments));
        builder.environment().putAll(environment);
        return new ClientProcess(builder.start());
    }

    /** Reads standard output up to a line that begins so. */
    public void awaitLine(String begin) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
            if (line.startsWith(begin)) {
                return;
            }
        }
        throw new IllegalStateException("the client ended without \"" + begin + "\": " + lines + errors.join());
    }

    /** Sends the start command for an instant so many milliseconds ahead. */
    public void startIn(long ms) throws IOException {
        send("start " + (HostClock.system().epochNanos() + ms * 1_000_000));
    }

    /** Sends a command. */
    public void send(String command) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** Ends its standard input. */
    public void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** The operating system's number of it. */
    public long pid() {
        return process.pid();
    }

    /** SIGTERM. */
    public void terminate() {
        process.toHandle().destroy();
    }

    /** Its exit status; it must end by itself. */
    public int awaitExit() throws IOException, InterruptedException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
        }
        if (!process.waitFor(DEADLINE_S, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the client did not end within " + DEADLINE_S + " s");
        }
        return process.exitValue();
    }

    /** Lines of standard output so far. */
    public List<String> lines() {
        return lines;
    }

    /** All of standard error but what the JVM itself warns of; waits for the end. */
    public String errors() {
        return errors.join()
                .lines()
                .filter(line -> !line.startsWith("WARNING: "))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        out.close();
    }
}
