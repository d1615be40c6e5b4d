package io.soabench.maven;

import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Tells what a run does: on a terminal one line that is written anew, elsewhere a plain line for each phase that lasts and
 * for each repetition's end.
 */
final class LiveProgress implements Progress {

    private static final String CLEAR_LINE = "\r\u001b[K";

    /** What does not fit into the line is cut off: a line that wraps could not be written anew. */
    private static final String CUT = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";

    private final PrintStream out;
    private final boolean terminal;
    private final HostClock clock;
    private final Runnable begun;

    private long firstStartNs;
    private long startNs;
    private int k;
    private int n;
    private String phase = "";
    private Load load;

    /** Tells {@code begun} when the first repetition begins. */
    LiveProgress(PrintStream out, boolean terminal, HostClock clock, Runnable begun) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
        this.begun = begun;
    }

    @Override
    public synchronized void executionStarted(Plan.Execution execution, int k, int n) {
        startNs = clock.epochNanos();
        if (firstStartNs == 0) {
            firstStartNs = startNs;
            begun.run();
        }
        this.k = k;
        this.n = n;
        load = null;
        if (!terminal) {
            line(position(execution));
        }
    }

    @Override
    public synchronized void phaseEntered(Plan.Execution execution, Phase entered, long timeMs) {
        phase = entered.label();
        if (terminal) {
            refresh(execution);
        } else if (timeMs > 0) {
            line(position(execution) + ": " + phase + " (" + seconds(timeMs) + ")");
        }
    }

    @Override
    public synchronized void load(Plan.Execution execution, Load seen) {
        load = seen;
        if (terminal) {
            refresh(execution);
        }
    }

    @Override
    public synchronized void executionEnded(Plan.Execution execution, boolean completed, String message) {
        String result = completed ? "done" + (load == null ? "" : ", " + figures()) : "FAILED: " + message;
        line(position(execution) + ": " + result);
    }

    @Override
    public synchronized void note(String message) {
        line(message);
    }

    private void refresh(Plan.Execution execution) {
        out.print(CLEAR_LINE + CUT + position(execution) + ": " + phase + (load == null ? "" : ", " + figures())
                + left() + WRAP);
        out.flush();
    }

    private void line(String text) {
        out.println((terminal ? CLEAR_LINE : "") + text);
        out.flush();
    }

    private String position(Plan.Execution execution) {
        return "[" + k + "/" + n + "] " + execution.caseId() + " #" + execution.repetition();
    }

    private String figures() {
        return String.format(
                Locale.ROOT,
                "%d sent, %.0f/s, p99 %.0f ms, %d failed",
                load.sent(),
                load.sentPerSecond(),
                load.p99Ms(),
                load.failures());
    }

    /** Time left, judged by the mean duration of the repetitions that are done. */
    private String left() {
        if (k < 2) {
            return "";
        }
        long meanNs = (startNs - firstStartNs) / (k - 1);
        long leftNs = meanNs * (n - k + 1) - (clock.epochNanos() - startNs);
        return ", about " + seconds(Math.max(0, TimeUnit.NANOSECONDS.toMillis(leftNs))) + " left";
    }

    private static String seconds(long ms) {
        Duration time = Duration.ofMillis(ms);
        return time.toMinutes() > 0
                ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
                : time.toSeconds() + " s";
    }
}
