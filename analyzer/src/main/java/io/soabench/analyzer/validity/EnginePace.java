package io.soabench.analyzer.validity;

import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.Outcome;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The pace of the engine: whether it kept up with its load, so that the response times of the requests that began in
 * the measurement represent all requests. Otherwise response times are censored: the longest waits are not among them,
 * and only a least mean is known.
 *
 * <p>An open workload is judged by its backlog, the requests that should have begun and have not ended. In a stable
 * system it goes up and down. Beyond its capacity it grows as long as the load lasts, or until time-outs limit it. A
 * closed workload is judged by its clients. With X requests begun a second, mean response time R and mean think time Z,
 * X · (R + Z) of them are accounted for (the interactive response time law, Denning and Buzen 1978). Where that is not
 * their number N, the others wait for requests that began before. In both kinds, as many requests must end as begin.
 *
 * @param offeredPerS requests of the measurement / its length; NaN when nothing was measured
 * @param servedPerS successful answers within the measurement / its length
 * @param backlogBegin requests that waited when the measurement began
 * @param backlogEnd requests that waited when it ended
 * @param atLeastMs mean time of the requests that were under way in the measurement; unanswered ones count with the
 *     time that they waited. It is a least value of the mean response time; NaN when there was none
 * @param clients of a closed workload; 0 of an open one
 * @param thinkS mean think time of the clients of a closed workload, seconds; NaN of an open one, and when no client
 *     was seen to think
 * @param driftPerS requests a second by which the backlog of an open workload grew: the slope of the least squares line
 *     through it. NaN of a closed one, and where the model lets the load change or something happen
 * @param timedOutShare share of the time of the clients of a closed workload, within the measurement, that requests took which were not
 *     answered in time; 0 of an open one
 * @param finding the finding in words, empty when the engine kept up
 */
public record EnginePace(
        State state,
        double offeredPerS,
        double servedPerS,
        long backlogBegin,
        long backlogEnd,
        double atLeastMs,
        int clients,
        double thinkS,
        double driftPerS,
        double timedOutShare,
        String finding) {

    /** The usability of response times. */
    public enum State {
        /** They are those of an engine that keeps up, as far as is known. */
        KEPT,
        /** The engine did not keep up, or was too slow for a decision: they are least values. */
        SATURATED,
        /** The numbers of begun and ended requests do not agree, though the engine need not be too slow. */
        UNSETTLED
    }

    /** The pace when nothing was measured. */
    public static final EnginePace UNKNOWN =
            new EnginePace(State.KEPT, Double.NaN, Double.NaN, 0, 0, Double.NaN, 0, Double.NaN, Double.NaN, 0, "");

    /** Minimum number of answers: the median of 30 is known to within 1.96 · 1.253 / √30 = 0.45 standard deviations. */
    static final long LEAST_ANSWERS = 30;

    /** Minimum number of batches. Each is the sum of the times of many instances. */
    static final long LEAST_BATCHES = 5;

    /** Maximum relative difference between begun and ended requests, or between clients and those that are accounted for. */
    static final double BOUND = 0.10;

    /** Tolerance for chance at both ends of a measurement, in standard deviations. */
    static final double CHANCE_DEVIATIONS = 4;

    /** Minimum growth of the backlog, as a share of the requests that arrive between the middles of the first and the last third. */
    static final double GROWTH = 0.02;

    /** Tolerance in roots of the number of requests: arrivals less departures of a stable system spread by at most 1.5 of these. */
    static final double ROOTS = 4;

    /** Minimum growth of a backlog in requests. */
    static final double LEAST_GROWTH = 10;

    /** Share of requests that time out, and of the time-out that requests take on average, beyond which time-outs limit the backlog. */
    static final double TIME_OUTS = 0.01;

    static final double OF_TIME_OUT = 0.5;

    private static final int PARTS = 3;

    /**
     * Factor of a slope: a line over a length T has the slope 12 / T³ times the integral of the fitted values, weighted by the time from
     * the middle.
     */
    private static final double SLOPE = 12;

    /**
     * The planned load.
     *
     * @param clients of a closed workload; 0 of an open one
     * @param constant whether the model keeps it constant over time
     * @param undisturbed whether the model lets nothing else happen, either
     * @param timeOutMs time after which a request is given up
     * @param hung whether the engine stopped answering
     * @param batches whether requests are orders of batches
     */
    public record Load(
            int clients, boolean constant, boolean undisturbed, long timeOutMs, boolean hung, boolean batches) {

        boolean open() {
            return clients == 0;
        }
    }

    /** Judges the requests of a repetition. */
    public static EnginePace of(RequestSamples samples, MeasurementWindow window, Load load) {
        return window.known() ? new Count(samples, window, load, i -> true).pace() : UNKNOWN;
    }

    /**
     * Returns whether the clients of some requests of a closed load got too few answers for a judgement, because the
     * engine kept them waiting.
     *
     * @param choice of the requests, such as those to one process
     */
    public static boolean tooSlow(
            RequestSamples samples, MeasurementWindow window, boolean batches, IntPredicate choice) {
        int clients = (int) IntStream.range(0, samples.size())
                .filter(choice)
                .map(samples::client)
                .filter(client -> client >= 0)
                .distinct()
                .count();
        Load load = new Load(clients, true, true, 0, false, batches);
        return window.known() && clients > 0 && new Count(samples, window, load, choice).tooSlow();
    }

    /** Returns the minimum number of answers for a judgement. */
    public static long leastAnswers(boolean batches) {
        return batches ? LEAST_BATCHES : LEAST_ANSWERS;
    }

    /** Returns whether the offered load is known and no client waited for an answer before it sent more. */
    public boolean open() {
        return clients == 0 && !Double.isNaN(offeredPerS);
    }

    /** Returns whether the engine did not keep up. */
    public boolean saturated() {
        return state == State.SATURATED;
    }

    /** The sums over the requests. Times in seconds unless the name has another unit. */
    private static final class Count {

        private final MeasurementWindow window;
        private final Load load;
        private final double lengthS;
        private long begun;
        private long ended;
        private long served;
        private long answered;
        private long timeOuts;
        private long before;
        private long after;
        private long underWay;
        private double tookS;
        private double underWayS;
        private double timedOutS;
        private double responseS;
        private double firstS;
        private double lastS;
        private double momentS2;
        private double thinkS;
        private long thinkTimes;

        Count(RequestSamples samples, MeasurementWindow window, Load load, IntPredicate choice) {
            this.window = window;
            this.load = load;
            lengthS = window.seconds();
            long thirdNs = thirdNs();
            long[] lastEndNs = new long[Math.max(1, load.clients() + 1)];
            for (int i = 0; i < samples.size(); i++) {
                if (!choice.test(i)) {
                    continue;
                }
                long from = samples.intendedNs(i);
                long to = samples.endNs(i);
                before += from < window.startNs() && to >= window.startNs() ? 1 : 0;
                after += from < window.endNs() && to >= window.endNs() ? 1 : 0;
                firstS += overlapS(from, to, window.startNs(), window.startNs() + thirdNs);
                lastS += overlapS(from, to, window.endNs() - thirdNs, window.endNs());
                double withinS = overlapS(from, to, window.startNs(), window.endNs());
                underWayS += withinS;
                timedOutS += samples.outcome(i).outOfTime() ? withinS : 0;
                momentS2 += momentS2(from, to);
                if (from < window.endNs() && to >= window.startNs()) {
                    underWay++;
                    tookS += (to - from) / 1e9;
                }
                ended += window.contains(to) ? 1 : 0;
                served += samples.succeeded(i) && window.contains(to) ? 1 : 0;
                if (samples.measured(i)) {
                    Outcome outcome = samples.outcome(i);
                    begun++;
                    responseS += (to - from) / 1e9;
                    timeOuts += outcome.outOfTime() ? 1 : 0;
                    answered += outcome.outOfTime() || outcome == Outcome.ABORTED ? 0 : 1;
                }
                int client = samples.client(i);
                if (!load.open() && client >= 0) {
                    if (client >= lastEndNs.length) {
                        lastEndNs = Arrays.copyOf(lastEndNs, client + 1);
                    }
                    if (lastEndNs[client] > 0 && from >= lastEndNs[client]) {
                        thinkS += (from - lastEndNs[client]) / 1e9;
                        thinkTimes++;
                    }
                    lastEndNs[client] = to;
                }
            }
            // A client that still thinks at the end of the measurement has thought for at least this time. Without
            // these times, long think times would be missing from the mean.
            for (long last : lastEndNs) {
                thinkS += last > 0 && last < window.endNs() ? (window.endNs() - last) / 1e9 : 0;
            }
        }

        private long thirdNs() {
            return Math.max(1, (window.endNs() - window.startNs()) / PARTS);
        }

        private static double overlapS(long from, long to, long begin, long end) {
            return Math.max(0, Math.min(to, end) - Math.max(from, begin)) / 1e9;
        }

        /** Returns the integral of the time from the middle of the measurement, over the part of it in which a request was under way. */
        private double momentS2(long from, long to) {
            double begin = (Math.max(from, window.startNs()) - window.startNs()) / 1e9 - lengthS / 2;
            double end = (Math.min(to, window.endNs()) - window.startNs()) / 1e9 - lengthS / 2;
            return end > begin ? (end * end - begin * begin) / 2 : 0;
        }

        /** Returns the slope of the least squares line through the backlog, which is a function of continuous time. */
        private double driftPerS() {
            return load.open() && load.constant() && load.undisturbed()
                    ? SLOPE * momentS2 / (lengthS * lengthS * lengthS)
                    : Double.NaN;
        }

        EnginePace pace() {
            State state = State.SATURATED;
            String finding;
            if (load.hung()) {
                finding = "the engine hung";
            } else if (load.open() && load.constant() && (grows() || held())) {
                finding = rates() + ", " + backlog();
            } else if (tooSlow()) {
                finding = few() + ", too few for a response time";
            } else {
                finding = "";
                if (load.constant() && load.undisturbed()) {
                    String less = missing();
                    state = State.SATURATED;
                    finding = less;
                    if (less.isEmpty()) {
                        state = State.UNSETTLED;
                        finding = unsettled();
                    }
                }
            }
            return new EnginePace(
                    finding.isEmpty() ? State.KEPT : state,
                    begun / lengthS,
                    served / lengthS,
                    before,
                    after,
                    underWay == 0 ? Double.NaN : tookS / underWay * 1000,
                    load.clients(),
                    load.open() || thinkTimes == 0 ? Double.NaN : meanThinkS(),
                    driftPerS(),
                    load.open() ? 0 : timedOutS / lengthS / load.clients(),
                    finding);
        }

        private String few() {
            String those = SentenceText.count(
                    begun, load.batches() ? "batch" : "request", load.batches() ? "batches" : "requests");
            return begun > 0 && answered == begun
                    ? "only " + those + " began in the measurement"
                    : (answered == 0 ? "none of " : "only " + SentenceText.count(answered) + " of ") + those
                            + " that began in the measurement got an answer";
        }

        private String rates() {
            return SentenceText.number(begun / lengthS) + "/s offered, " + SentenceText.number(served / lengthS)
                    + "/s served";
        }

        private String backlog() {
            return after > before
                    ? "the backlog grew from " + SentenceText.count(before) + " to " + SentenceText.count(after)
                    : "time-outs held the backlog at " + SentenceText.count(after);
        }

        private boolean grows() {
            double between = (double) begun * (PARTS - 1) / PARTS;
            return (lastS - firstS) / (thirdNs() / 1e9)
                    > Math.max(LEAST_GROWTH, Math.max(GROWTH * between, ROOTS * Math.sqrt(between)));
        }

        /**
         * Returns whether time-outs hold the backlog. By Little's law, the mean backlog is the rate times the mean time that a request
         * waits.
         */
        private boolean held() {
            double waitMs = lastS / (thirdNs() / 1e9) / (begun / lengthS) * TimeUnit.SECONDS.toMillis(1);
            return timeOuts > TIME_OUTS * begun && waitMs > OF_TIME_OUT * load.timeOutMs();
        }

        /** Returns whether there are too few answers, though the load would have brought enough to an engine that needs no time. */
        private boolean tooSlow() {
            long least = leastAnswers(load.batches());
            if (answered >= least) {
                return false;
            }
            if (load.open()) {
                return begun >= least;
            }
            double most = thinks() ? load.clients() * lengthS / meanThinkS() : Double.POSITIVE_INFINITY;
            // Clients that mostly think are no sign of an engine that is slow.
            return most >= least && underWayS > lengthS * load.clients() / 2;
        }

        private boolean thinks() {
            return thinkTimes > 0 && thinkS > 0;
        }

        private double meanThinkS() {
            return thinkTimes == 0 ? 0 : thinkS / thinkTimes;
        }

        private double meanResponseS() {
            return begun == 0 ? 0 : responseS / begun;
        }

        private double chance() {
            return CHANCE_DEVIATIONS * Math.sqrt(2 * Math.max(1, underWayS / lengthS));
        }

        /** Returns X · (R + Z) / N; NaN of an open workload, and when no client was seen to think. */
        private double accounted() {
            return load.open() || thinkTimes == 0 || begun == 0
                    ? Double.NaN
                    : begun / lengthS * (meanResponseS() + meanThinkS()) / load.clients();
        }

        /** Returns the allowed distance from one: both ends cut cycles, which spreads the value, and half a cycle may be taken for thinking. */
        private double tolerance() {
            double cycle = (meanResponseS() + meanThinkS()) / lengthS;
            return BOUND + cycle * (0.5 + CHANCE_DEVIATIONS * Math.sqrt(2.0 / Math.max(1, load.clients())));
        }

        /** Returns the reason why the requests that began in the measurement do not represent all that waited in it. */
        private String missing() {
            if (begun - ended > BOUND * begun + chance()) {
                return SentenceText.count(begun) + " requests began in the measurement, but only "
                        + SentenceText.count(ended) + " ended";
            }
            double accounted = accounted();
            double waiting = (underWayS / lengthS - begun / lengthS * meanResponseS()) / Math.max(1, load.clients());
            return accounted < 1 - tolerance() && waiting > (1 - accounted) / 2 ? law(accounted) : "";
        }

        private String unsettled() {
            if (ended - begun > BOUND * begun + chance()) {
                return SentenceText.count(ended) + " requests ended in the measurement, but only "
                        + SentenceText.count(begun)
                        + " began: it begins while those of the warm-up are worked off";
            }
            double accounted = accounted();
            return Math.abs(accounted - 1) > tolerance() ? law(accounted) : "";
        }

        private String law(double accounted) {
            return SentenceText.number(begun / lengthS) + " requests/s × (" + SentenceText.ms(meanResponseS() * 1000)
                    + " response time + " + SentenceText.ms(meanThinkS() * 1000) + " think time) account for "
                    + SentenceText.percent(accounted) + " of the time of the " + SentenceText.count(load.clients())
                    + " clients";
        }
    }
}
