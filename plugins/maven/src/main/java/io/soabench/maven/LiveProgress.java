package io.soabench.maven;

import io.soabench.analyzer.stat.Numbers;
import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Tells what a run does: on a terminal one line that is written anew, for all repetitions that run; elsewhere a plain line for
 * each phase that lasts and for each repetition's end.
 */
final class LiveProgress implements Progress {

    private static final String CLEAR_LINE = "\r\u001b[K";

    /** Requests that a 99th percentile takes, here as in the report: of fewer it is one of the few slowest. */
    private static final long FOR_P99 = Numbers.valuesFor(0.99);

    /** What does not fit into the line is cut off: a line that wraps could not be written anew. */
    private static final String CUT = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";

    private final PrintStream out;
    private final boolean terminal;
    private final HostClock clock;
    private final Runnable begun;

    /** A repetition that runs, as far as it is known. */
    private static final class Running {

        private final String position;
        private String phase = "";
        private Load load;
        private Measured measured;

        Running(String position) {
            this.position = position;
        }

        String course() {
            return position + ": " + phase + figures();
        }

        String figures() {
            return load == null
                    ? ""
                    : String.format(Locale.ROOT, ", %d sent, %.0f/s", load.sent(), load.sentPerSecond())
                            + (load.sent() < FOR_P99 ? "" : tail(load.p99Ms()))
                            + failed(load.failures());
        }

        /** What the samples say; what was heard while they were written is of some moment before the end. */
        String result() {
            return measured == null
                    ? ""
                    : ", " + measured.requests() + " measured"
                            + (Double.isNaN(measured.answersPerSecond())
                                    ? ""
                                    : String.format(Locale.ROOT, ", %.1f answers/s", measured.answersPerSecond()))
                            + (measured.requests() < FOR_P99 && !Double.isNaN(measured.p99Ms())
                                    ? String.format(Locale.ROOT, ", p99 – (takes %,d requests)", FOR_P99)
                                    : tail(measured.p99Ms()))
                            + failed(measured.failures());
        }

        private static String tail(double p99Ms) {
            return p99Ms > 0 ? String.format(Locale.ROOT, ", p99 %.0f ms", p99Ms) : "";
        }

        private static String failed(long failures) {
            return ", " + failures + " failed";
        }
    }

    private final Map<Plan.Execution, Running> running = new LinkedHashMap<>();
    private long firstStartNs;
    private long lastEndNs;
    private int ended;
    private int n;

    /** Tells {@code begun} when the first repetition begins. */
    LiveProgress(PrintStream out, boolean terminal, HostClock clock, Runnable begun) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
        this.begun = begun;
    }

    @Override
    public synchronized void executionStarted(Plan.Execution execution, int k, int of) {
        if (firstStartNs == 0) {
            firstStartNs = clock.epochNanos();
            begun.run();
        }
        n = of;
        Running its = new Running("[" + k + "/" + n + "] " + execution.caseId() + " #" + execution.repetition());
        running.put(execution, its);
        if (!terminal) {
            line(its.position);
        }
    }

    @Override
    public synchronized void phaseEntered(Plan.Execution execution, Phase entered, long timeMs) {
        Running its = running.get(execution);
        its.phase = entered.doing();
        its.load = null;
        if (terminal) {
            refresh();
        } else if (timeMs > 0) {
            line(its.position + ": " + its.phase + " (" + seconds(timeMs) + ")");
        }
    }

    @Override
    public synchronized void load(Plan.Execution execution, Load seen) {
        running.get(execution).load = seen;
        if (terminal) {
            refresh();
        }
    }

    @Override
    public synchronized void measured(Plan.Execution execution, Measured figures) {
        running.get(execution).measured = figures;
    }

    @Override
    public synchronized void executionEnded(Plan.Execution execution, boolean completed, String message) {
        Running its = running.remove(execution);
        ended++;
        lastEndNs = clock.epochNanos();
        line(its.position + ": " + (completed ? "done" + its.result() : "FAILED: " + message));
    }

    @Override
    public synchronized void note(String message) {
        line(message);
    }

    private void refresh() {
        out.print(CLEAR_LINE
                + CUT
                + running.values().stream().map(Running::course).collect(Collectors.joining(" | "))
                + left()
                + WRAP);
        out.flush();
    }

    private void line(String text) {
        out.println((terminal ? CLEAR_LINE : "") + text);
        out.flush();
    }

    /** Time left, judged by the mean time in which one more repetition was done. */
    private String left() {
        if (ended == 0) {
            return "";
        }
        long meanNs = (lastEndNs - firstStartNs) / ended;
        long leftNs = meanNs * (n - ended) - (clock.epochNanos() - lastEndNs);
        return ", about " + seconds(Math.max(0, TimeUnit.NANOSECONDS.toMillis(leftNs))) + " left";
    }

    private static String seconds(long ms) {
        Duration time = Duration.ofMillis(ms);
        return time.toMinutes() > 0
                ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
                : time.toSeconds() + " s";
    }
}
