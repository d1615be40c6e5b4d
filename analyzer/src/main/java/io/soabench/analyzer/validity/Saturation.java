package io.soabench.analyzer.validity;

import io.soabench.analyzer.folder.Samples;
import io.soabench.analyzer.folder.Window;
import io.soabench.analyzer.stat.Words;
import java.util.concurrent.TimeUnit;

/**
 * Whether an engine keeps up with an open workload. The backlog are the requests that should have begun and have not ended; in a
 * stable system it goes up and down, beyond its capacity it grows as long as the load lasts, or until time-outs hold it.
 *
 * @param offeredPerS requests of the measurement / its length; NaN when nothing was measured
 * @param servedPerS successful answers within the measurement / its length
 * @param backlogBegin requests that waited when the measurement began
 * @param backlogEnd the same when it ended
 * @param saturated whether the engine cannot keep up; never so of a closed workload, whose clients wait, and of one whose load changes
 *     over time, with which the backlog does
 */
public record Saturation(double offeredPerS, double servedPerS, long backlogBegin, long backlogEnd, boolean saturated) {

    /** Nothing was measured. */
    public static final Saturation UNKNOWN = new Saturation(Double.NaN, Double.NaN, 0, 0, false);

    /** Of the requests that arrive between the middles of the first and the last third: what the backlog grows by at least. */
    static final double GROWTH = 0.02;

    /** In roots of their number: arrivals less departures of a stable system spread by at most 1.5 of these. */
    static final double ROOTS = 4;

    /** A backlog that grows by fewer requests says nothing. */
    static final double LEAST_GROWTH = 10;

    /** Share of requests that time out, and of the time-out that requests take on average, beyond which time-outs hold the backlog. */
    static final double TIME_OUTS = 0.01;

    static final double OF_TIME_OUT = 0.5;

    private static final int PARTS = 3;

    /**
     * Looks at the requests of a repetition.
     *
     * @param open whether the workload is open, with a load that does not change over time
     */
    public static Saturation of(Samples samples, Window window, boolean open, long timeOutMs) {
        if (!window.known()) {
            return UNKNOWN;
        }
        long thirdNs = Math.max(1, (window.endNs() - window.startNs()) / PARTS);
        long begin = 0;
        long end = 0;
        long offered = 0;
        long served = 0;
        long timeOuts = 0;
        double first = 0;
        double last = 0;
        for (int i = 0; i < samples.size(); i++) {
            long from = samples.intendedNs(i);
            long to = samples.endNs(i);
            begin += from < window.startNs() && to >= window.startNs() ? 1 : 0;
            end += from < window.endNs() && to >= window.endNs() ? 1 : 0;
            first += overlap(from, to, window.startNs(), window.startNs() + thirdNs);
            last += overlap(from, to, window.endNs() - thirdNs, window.endNs());
            served += samples.succeeded(i) && window.contains(to) ? 1 : 0;
            if (samples.measured(i)) {
                offered++;
                timeOuts += samples.outcome(i).outOfTime() ? 1 : 0;
            }
        }
        double perS = offered / window.seconds();
        double between = perS * window.seconds() * (PARTS - 1) / PARTS;
        boolean grows = (last - first) / thirdNs
                > Math.max(LEAST_GROWTH, Math.max(GROWTH * between, ROOTS * Math.sqrt(between)));
        // Little's law: the mean backlog is the rate times the mean time that a request waits.
        boolean held = timeOuts > TIME_OUTS * offered
                && last / thirdNs / perS * TimeUnit.SECONDS.toMillis(1) > OF_TIME_OUT * timeOutMs;
        return new Saturation(perS, served / window.seconds(), begin, end, open && (grows || held));
    }

    private static double overlap(long from, long to, long begin, long end) {
        return Math.max(0, Math.min(to, end) - Math.max(from, begin));
    }

    /** {@code 5000/s offered, 3120/s served, the backlog grew from 12 to 9400}. */
    public String words() {
        String backlog = backlogEnd > backlogBegin
                ? "the backlog grew from " + backlogBegin + " to " + backlogEnd
                : "time-outs held the backlog at " + backlogEnd;
        return Words.number(offeredPerS) + "/s offered, " + Words.number(servedPerS) + "/s served, " + backlog;
    }
}
