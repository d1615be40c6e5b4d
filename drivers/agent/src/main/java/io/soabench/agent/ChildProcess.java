package io.soabench.agent;

import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.run.RunSignal;
import io.soabench.driver.run.Waiting;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerEnd;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A server or load client as a child process, with all processes that it started itself.
 *
 * <p>It is started by {@code sh}, which ignores the signals of the terminal and then becomes the program, so that Ctrl-C
 * reaches the driver only, which stops everything in order. Safe for use by many threads, of which one stops it.
 */
public final class ChildProcess implements ObservedProcess {

    /**
     * Variables of the driver's environment that would change the options of other JVMs, although the model does not
     * name them.
     */
    private static final List<String> NOT_INHERITED =
            List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "JAVA_OPTS");

    /** Every child of a run carries {@code SOABENCH_RUN=<token>}. */
    public static final String RUN = "SOABENCH_RUN";

    /** Every process of one server carries {@code SOABENCH_CHILD=<token>/<repetition>/<name>}. */
    public static final String CHILD = "SOABENCH_CHILD";

    private static final Duration REAP = Duration.ofSeconds(2);
    private static final Duration KILL = Duration.ofSeconds(10);
    private static final long KILL_POLL_MS = 5;

    /** The time that descendants of a process may take to end after it. */
    private static final Duration AFTER_PARENT = Duration.ofMillis(500);

    private final String name;
    private final Process process;
    private final String marker;
    private final Path stdout;
    private final Path stderr;
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();
    private final long startedNs;
    private final List<OutputLog> outputs = new ArrayList<>();
    private long stdoutFrom;
    private long stderrFrom;
    private volatile List<String> leftBehind = List.of();
    private volatile boolean asked;
    private volatile ServerEnd stopped;

    private ChildProcess(String name, Process process, String marker, Path logs, long startedNs) {
        this.name = name;
        this.process = process;
        this.marker = marker;
        this.stdout = logs.resolve("stdout.log");
        this.stderr = logs.resolve("stderr.log");
        this.startedNs = startedNs;
    }

    /** Removes options of other JVMs from a program's environment, so that the program's JVM is the one that the model describes. */
    public static void withoutOthersOptions(ProcessBuilder program) {
        NOT_INHERITED.forEach(program.environment()::remove);
    }

    /**
     * The program to start, and the place where it runs.
     *
     * @param directory work folder, exists
     * @param logs folder for its output, exists
     * @param token of the run
     * @param instance what makes this child unique within the run
     * @param budget what is kept of its output in {@code stdout.log} and {@code stderr.log}, its input is empty; {@code null}
     *     when standard input and output are pipes for the caller
     * @param again whether its output follows that of an earlier start in the same files
     */
    public record Order(
            String name,
            List<String> command,
            Map<String, String> environment,
            Path directory,
            Path logs,
            String token,
            String instance,
            LogBudget budget,
            boolean again) {

        /** The first start of a program. */
        public Order(
                String name,
                List<String> command,
                Map<String, String> environment,
                Path directory,
                Path logs,
                String token,
                String instance,
                LogBudget budget) {
            this(name, command, environment, directory, logs, token, instance, budget, false);
        }
    }

    /**
     * Starts the process.
     *
     * @param signal raised when it ends
     * @throws IOException when it cannot be started
     */
    public static ChildProcess start(Order order, RunSignal signal, long nowNs) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "trap '' HUP INT; exec \"$@\"", "sh"));
        command.addAll(order.command());
        String marker = order.token() + "/" + order.instance();
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(order.directory().toFile());
        if (order.budget() == null) {
            builder.redirectError(order.logs().resolve("stderr.log").toFile());
        } else {
            builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        }
        withoutOthersOptions(builder);
        builder.environment().putAll(order.environment());
        builder.environment().put(RUN, order.token());
        builder.environment().put(CHILD, marker);
        ChildProcess child = new ChildProcess(order.name(), builder.start(), marker, order.logs(), nowNs);
        if (order.budget() != null) {
            child.keepOutput(order.budget(), order.again());
        }
        var unused = child.process.onExit().thenRun(signal::raise);
        return child;
    }

    private void keepOutput(LogBudget budget, boolean again) throws IOException {
        try {
            stdoutFrom = again && Files.exists(stdout) ? Files.size(stdout) : 0;
            stderrFrom = again && Files.exists(stderr) ? Files.size(stderr) : 0;
            outputs.add(OutputLog.start(process.getInputStream(), stdout, budget, again));
            outputs.add(OutputLog.start(process.getErrorStream(), stderr, budget, again));
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long pid() {
        return process.pid();
    }

    /** Returns the standard input of the process when the caller has it as a pipe. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /** Returns its standard output from its start on; output of an earlier start stands before it in the file. */
    OutputFile printed() {
        return new OutputFile(stdout, stdoutFrom);
    }

    /** Returns its standard error from its start on. */
    OutputFile complained() {
        return new OutputFile(stderr, stderrFrom);
    }

    /** Returns file of its standard output. */
    public Path stdout() {
        return stdout;
    }

    /** Returns the file with the standard error. */
    public Path stderr() {
        return stderr;
    }

    /** Returns the standard output of the process when the caller has it as a pipe. */
    public InputStream output() {
        return process.getInputStream();
    }

    @Override
    public boolean runs() {
        return process.isAlive();
    }

    /**
     * Sends a signal to the process and to everything that it started.
     *
     * @param signal name without SIG
     * @throws PhaseFailed when that cannot be done; the message ends a sentence
     */
    public void signal(String signal, Waiting waiting) throws PhaseFailed {
        // The first process is the server itself and must get the signal. Its descendants may end meanwhile.
        String script = "kill -s \"$0\" \"$1\" || exit; shift; [ $# -eq 0 ] || kill -s \"$0\" \"$@\" 2>/dev/null || :";
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, signal, Long.toString(process.pid())));
        running().stream()
                .filter(part -> part.pid() != process.pid())
                .forEach(part -> command.add(Long.toString(part.pid())));
        try {
            Process kill = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            boolean ended = waiting.untilUninterruptibly(() -> !kill.isAlive(), REAP, 2);
            if (!ended || kill.exitValue() != 0) {
                kill.destroyForcibly();
                throw new HostFailed(
                        HostProblem.Code.NOT_REACHED,
                        name,
                        "signal " + signal + " does not reach " + name + ": "
                                + new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
            }
        } catch (IOException e) {
            throw new HostFailed(
                    HostProblem.of(
                            HostProblem.Code.NOT_REACHED,
                            name,
                            "signal " + signal + " cannot be sent to " + name + ": " + e.getMessage()),
                    e);
        }
    }

    /** Returns whether the process has ended; {@code /proc} shows that before {@link #runs} does. */
    @Override
    public boolean isEnding() {
        return !ProcessTable.runs(process.toHandle());
    }

    /** Returns the exit status, or -1 while the process runs. */
    public int exit() {
        return process.isAlive() ? -1 : process.exitValue();
    }

    /** Returns how the process was stopped, see {@link io.soabench.plan.RepetitionRecord.ServerRecord#stopped()}; null while it runs. */
    public ServerEnd stopped() {
        return stopped;
    }

    /**
     * Returns the processor time of the process and of all that it started, in milliseconds; -1 when it does not run.
     */
    public long cpuMs() {
        if (!process.isAlive()) {
            return -1;
        }
        long sum = 0;
        for (ProcessHandle part : family()) {
            sum += part.info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
        }
        return sum;
    }

    /**
     * Returns how the process ended, its last output and the file with that output.
     *
     * @param nowNs about when it was noticed
     * @param printed see {@link HostMessage.Ended#printed}
     */
    public HostMessage.Ended ended(long nowNs, long printed) {
        outputs.forEach(output -> output.await(REAP));
        String words = OutputFile.lastWords(stderr);
        Path log = stderr;
        if (words.isEmpty()) {
            words = OutputFile.lastWords(stdout);
            log = Files.exists(stdout) ? stdout : stderr;
        }
        return new HostMessage.Ended(
                name, exit(), nowNs - startedNs, words, RunFiles.LOGS + "/" + name + "/" + log.getFileName(), printed);
    }

    /** Waits a moment until the exit status is known; the end of the output comes first. */
    void awaitExit() {
        try {
            boolean unused = process.waitFor(REAP.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Asks the process to end, and does not wait. The process then counts as stopped, not as one that ended by itself.
     * Nothing happens when it has ended already.
     */
    public void end() {
        if (process.isAlive()) {
            asked = true;
            process.toHandle().destroy();
        }
    }

    /** Ends the process and everything that it started, at once. */
    public void kill() {
        asked = true;
        running().forEach(ProcessHandle::destroyForcibly);
    }

    /** Returns whether the process was asked to end, or is being stopped. */
    public boolean isAsked() {
        return asked;
    }

    /** Returns all processes that belong to it and run: those below it now or earlier, and those that carry its marker. */
    private synchronized Set<ProcessHandle> family() {
        seen.add(process.toHandle());
        process.descendants().forEach(seen::add);
        return new LinkedHashSet<>(seen);
    }

    private List<ProcessHandle> running() {
        Set<ProcessHandle> all = family();
        all.addAll(ProcessTable.withEnvironment(CHILD + "=" + marker));
        return all.stream().filter(ProcessTable::runs).toList();
    }

    /** Returns the processes that it left when it ended and that had to be ended for it, as pid and command; known once stopped. */
    public List<String> leftBehind() {
        return leftBehind;
    }

    /**
     * Ends the process and everything that it started: SIGTERM, the grace time, SIGKILL. Processes that outlive it get SIGTERM when it has
     * ended. Can be called again.
     *
     * @throws PhaseFailed when something of it cannot be ended
     */
    public void stop(Duration grace, Waiting waiting) throws PhaseFailed {
        boolean died = !asked && !process.isAlive();
        if (!died) {
            asked = true;
        }
        running();
        process.toHandle().destroy();
        boolean ends = waiting.untilUninterruptibly(this::isEnding, grace, 20);
        if (ends && !waiting.untilUninterruptibly(() -> running().isEmpty(), AFTER_PARENT, 20)) {
            List<ProcessHandle> left = running();
            leftBehind = left.stream().map(ChildProcess::words).toList();
            left.forEach(ProcessHandle::destroy);
            waiting.untilUninterruptibly(() -> running().isEmpty(), grace, 20);
        }
        kill(waiting);
        outputs.forEach(output -> output.await(REAP));
        if (stopped == null) {
            stopped = died ? ServerEnd.DIED : ends ? ServerEnd.ASKED : ServerEnd.KILLED;
        }
    }

    /**
     * Ends it and everything that it started with SIGKILL, and returns when all have ended.
     *
     * @throws PhaseFailed when something of it cannot be ended
     */
    void kill(Waiting waiting) throws PhaseFailed {
        asked = true;
        // The server itself first: to find all that belongs to it takes longer.
        process.toHandle().destroyForcibly();
        boolean gone = waiting.untilUninterruptibly(
                () -> {
                    List<ProcessHandle> left = running();
                    left.forEach(ProcessHandle::destroyForcibly);
                    return left.isEmpty();
                },
                KILL,
                KILL_POLL_MS);
        if (!gone) {
            throw new HostFailed(
                    HostProblem.Code.NOT_STOPPED,
                    name,
                    name + " cannot be ended: processes "
                            + running().stream().map(ProcessHandle::pid).toList()
                            + " survived SIGKILL; end them before the next run");
        }
        // The kernel shows its end before Java has its exit status.
        waiting.untilUninterruptibly(() -> !process.isAlive(), REAP, KILL_POLL_MS);
    }

    private static String words(ProcessHandle process) {
        return process.pid()
                + process.info()
                        .command()
                        .map(c -> " " + Path.of(c).getFileName())
                        .orElse("");
    }
}
