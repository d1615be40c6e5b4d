package io.soabench.maven;

import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import io.soabench.maven.live.RunEstimate;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.StatisticFunction;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The progress of a run on the console. A terminal shows one line for all active repetitions, which is rewritten. Other
 * outputs get a line for each long phase, one every {@value #EVERY_S} seconds within a phase, and one for the end of
 * each repetition.
 */
final class LiveProgress implements Progress {

    /** The seconds between two lines of a phase, for outputs that keep lines, as in continuous integration. */
    private static final long EVERY_S = 30;

    private static final String CLEAR_LINE = "\r\u001b[K";

    /**
     * The least number of requests for a 99th percentile, here as in the report. Of fewer requests, it would be one of
     * the few slowest.
     */
    private static final long FOR_P99 = StatisticFunction.valuesFor(0.99);

    /** The escape sequence by which a terminal cuts long lines off, because it cannot rewrite a line that wraps. */
    private static final String CUT = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";

    private final PrintStream out;
    private final boolean terminal;
    private final HostClock clock;
    private final Runnable begun;

    /** The known state of an active repetition. */
    private static final class Running {

        private final String position;
        private String phase = "";
        private long phaseNs;
        private long phaseMs;
        private long lastLineNs;
        private Load load;
        private Measured measured;

        Running(String position) {
            this.position = position;
        }

        String course(long nowNs) {
            return position + ": " + phase + elapsed(nowNs) + figures();
        }

        private String elapsed(long nowNs) {
            long ms = TimeUnit.NANOSECONDS.toMillis(nowNs - phaseNs);
            return phaseMs <= 0 ? "" : " " + seconds(Math.min(ms, phaseMs)) + " of " + seconds(phaseMs);
        }

        String figures() {
            return load == null
                    ? ""
                    : String.format(
                                    Locale.ROOT,
                                    ", %d sent, %.0f/s, %d in flight",
                                    load.sent(),
                                    load.sentPerSecond(),
                                    load.inFlight())
                            + median(load.medianMs())
                            + (load.sent() < FOR_P99 ? "" : tail(load.p99Ms()))
                            + failed(load.failures());
        }

        /** Returns the result from the samples. Earlier messages describe some moment before the end. */
        String result() {
            return measured == null
                    ? ""
                    : ", " + measured.requests() + " measured"
                            + (Double.isNaN(measured.answersPerSecond())
                                    ? ""
                                    : String.format(Locale.ROOT, ", %.1f answers/s", measured.answersPerSecond()))
                            + (measured.requests() < FOR_P99 && !Double.isNaN(measured.p99Ms())
                                    ? String.format(Locale.ROOT, ", p99 – (needs %,d requests)", FOR_P99)
                                    : tail(measured.p99Ms()))
                            + failed(measured.failures());
        }

        private static String median(double medianMs) {
            return medianMs > 0 ? ", median " + milliseconds(medianMs) : "";
        }

        /** Returns a number with two digits, which suffice to show the trend. */
        private static String milliseconds(double ms) {
            return String.format(Locale.ROOT, ms < 10 ? "%.1f ms" : "%.0f ms", ms);
        }

        private static String tail(double p99Ms) {
            return p99Ms > 0 ? String.format(Locale.ROOT, ", p99 %.0f ms", p99Ms) : "";
        }

        private static String failed(long failures) {
            return ", " + failures + " failed";
        }
    }

    private final Map<Execution, Running> running = new LinkedHashMap<>();
    private final RunEstimate estimate = new RunEstimate();

    /** Creates the progress; it calls {@code begun} when the first repetition begins. */
    LiveProgress(PrintStream out, boolean terminal, HostClock clock, Runnable begun) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
        this.begun = begun;
    }

    @Override
    public synchronized void executionStarted(Execution execution, int k, int of) {
        if (estimate.started(clock.epochNanos(), of)) {
            begun.run();
        }
        Running its = new Running("[" + k + "/" + of + "] " + execution.caseId() + " #" + execution.repetition());
        running.put(execution, its);
        if (!terminal) {
            line(its.position);
        }
    }

    @Override
    public synchronized void phaseEntered(Execution execution, Phase entered, long timeMs) {
        Running its = running.get(execution);
        its.phase = entered.doing();
        its.phaseNs = clock.epochNanos();
        its.phaseMs = timeMs;
        its.lastLineNs = its.phaseNs;
        its.load = null;
        if (terminal) {
            refresh();
        } else if (timeMs > 0) {
            line(its.position + ": " + its.phase + " (" + seconds(timeMs) + ")");
        }
    }

    @Override
    public synchronized void load(Execution execution, Load seen) {
        Running its = running.get(execution);
        its.load = seen;
        long nowNs = clock.epochNanos();
        if (terminal) {
            refresh();
        } else if (nowNs - its.lastLineNs >= TimeUnit.SECONDS.toNanos(EVERY_S)) {
            its.lastLineNs = nowNs;
            line(its.course(nowNs) + left());
        }
    }

    @Override
    public synchronized void measured(Execution execution, Measured figures) {
        running.get(execution).measured = figures;
    }

    @Override
    public synchronized void executionEnded(Execution execution, boolean completed, String message) {
        Running its = running.remove(execution);
        estimate.ended(clock.epochNanos());
        line(its.position + ": " + (completed ? "done" + its.result() : "FAILED: " + message));
    }

    @Override
    public synchronized void note(String message) {
        line(message);
    }

    private void refresh() {
        out.print(CLEAR_LINE
                + CUT
                + running.values().stream()
                        .map(its -> its.course(clock.epochNanos()))
                        .collect(Collectors.joining(" | "))
                + left()
                + WRAP);
        out.flush();
    }

    private void line(String text) {
        out.println((terminal ? CLEAR_LINE : "") + text);
        out.flush();
    }

    /** Returns the estimate of the time left; empty while there is none. */
    private String left() {
        OptionalLong leftMs = estimate.leftMs(clock.epochNanos());
        return leftMs.isEmpty() ? "" : ", about " + seconds(leftMs.getAsLong()) + " left";
    }

    private static String seconds(long ms) {
        Duration time = Duration.ofMillis(ms);
        return time.toMinutes() > 0
                ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
                : time.toSeconds() + " s";
    }
}
