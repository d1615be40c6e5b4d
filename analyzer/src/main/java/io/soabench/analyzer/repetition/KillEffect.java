package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.EngineKills;
import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.PartnerCalls;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.stat.SortedSample;
import io.soabench.plan.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The effect of a kill of the engine under test on the requests of a repetition. Each request belongs to the first kill after it was sent.
 *
 * @param killedS seconds since the start of the measurement
 * @param backMs time from the kill until the processes of the engine answered again; NaN when they never did
 * @param acknowledged requests that the engine had acknowledged, and whose work had not ended, when it was killed; null when unknown
 * @param lost acknowledged requests whose work never ended; null when unknown
 * @param open requests whose clients waited when the engine was killed
 * @param cut open requests that failed
 * @param repeated calls of these requests that partners got a second time after the kill; null when unknown
 * @param sent requests that were sent while the engine was gone
 * @param failed requests that were sent while the engine was gone, and failed
 * @param firstAnswerMs time from the kill until the first right answer to a request that was sent after it; NaN when there was none
 * @param asBeforeMs time from the kill until the response times were as before; NaN when they never were
 * @param beforeMs the limit for that, see {@link #SLOWER}; NaN when too few requests were answered before the kill
 * @param seconds number of seconds before the kill from which the limit is
 */
public record KillEffect(
        double killedS,
        double backMs,
        Long acknowledged,
        Long lost,
        long open,
        long cut,
        Long repeated,
        long sent,
        long failed,
        double firstAnswerMs,
        double asBeforeMs,
        double beforeMs,
        int seconds) {

    /** Response times are as before when their median in a second is at most so many times the largest such median before the kill. */
    static final double SLOWER = 1.1;

    /** Number of seconds in a row for which that must hold, without a failure. */
    static final int IN_A_ROW = 3;

    /** Maximum number of seconds before a kill from which the limit is taken. */
    static final int MOST_SECONDS = 10;

    /** Minimum number of requests in a second; others have no median. */
    static final int LEAST_REQUESTS = 5;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final double NS_PER_MS = 1e6;

    /** The response time of a failed request. */
    private static final Long FAILED = -1L;

    /** Returns the effects of all kills in their order. */
    static List<KillEffect> of(RepetitionFolder folder, MeasurementWindow window) {
        List<KillEffect> effects = new ArrayList<>();
        long fromNs = Long.MIN_VALUE;
        List<EngineKills.Kill> kills = folder.kills().all();
        for (int i = 0; i < kills.size() && window.known(); i++) {
            long untilNs = i + 1 < kills.size() ? kills.get(i + 1).killedNs() : window.endNs();
            effects.add(new Count(folder, window, kills.get(i), fromNs, untilNs).effect());
            fromNs = kills.get(i).killedNs();
        }
        return List.copyOf(effects);
    }

    /** The counts of one kill. */
    private static final class Count {

        private final RepetitionFolder folder;
        private final RequestSamples samples;
        private final MeasurementWindow window;
        private final EngineKills.Kill kill;
        private final long fromNs;
        private final long untilNs;
        private long acknowledged;
        private long lost;
        private long open;
        private long cut;
        private long repeated;
        private long sent;
        private long failed;
        private long firstAnswerNs = Long.MAX_VALUE;
        /** Response times by the second of their intended start, counted from the kill. */
        private final Map<Long, List<Long>> seconds = new HashMap<>();

        /**
         * @param fromNs time of the kill before it
         * @param untilNs time of the next kill, or end of the measurement
         */
        Count(RepetitionFolder folder, MeasurementWindow window, EngineKills.Kill kill, long fromNs, long untilNs) {
            this.folder = folder;
            this.samples = folder.samples();
            this.window = window;
            this.kill = kill;
            this.fromNs = fromNs;
            this.untilNs = untilNs;
        }

        KillEffect effect() {
            for (int i = 0; i < samples.size(); i++) {
                long startNs = samples.startNs(i);
                note(i);
                if (startNs >= fromNs && startNs < kill.killedNs()) {
                    before(i);
                } else if (startNs >= kill.killedNs()) {
                    after(i);
                }
            }
            List<Double> medians = medians(Math.max(window.startNs(), fromNs), kill.killedNs());
            double limitMs = medians.stream().mapToDouble(each -> each).max().orElse(Double.NaN) * SLOWER;
            return new KillEffect(
                    window.at(kill.killedNs()),
                    sinceMs(kill.backNs()),
                    folder.allCalls() ? acknowledged : null,
                    folder.allCalls() ? lost : null,
                    open,
                    cut,
                    folder.allCalls() ? repeated : null,
                    sent,
                    failed,
                    sinceMs(firstAnswerNs),
                    asBefore(limitMs).orElse(Double.NaN),
                    limitMs,
                    medians.size());
        }

        private double sinceMs(long ns) {
            return ns == Long.MAX_VALUE ? Double.NaN : (ns - kill.killedNs()) / NS_PER_MS;
        }

        private void before(int request) {
            PartnerCalls calls = folder.calls();
            repeated += calls.repeated(request);
            Outcome outcome = samples.outcome(request);
            boolean acknowledgedOnly = outcome == Outcome.NO_CALLBACK;
            if (samples.endNs(request) >= kill.orderNs() && !acknowledgedOnly) {
                open++;
                cut += samples.succeeded(request) ? 0 : 1;
            }
            if (acknowledgedOnly) {
                acknowledged++;
                lost++;
            } else if (samples.succeeded(request)
                    && !folder.prescription(request).allowed().isEmpty()) {
                boolean ended = folder.prescription(request).allowed().contains(calls.seen(request));
                acknowledged += ended && calls.lastEndNs(request) <= kill.orderNs() ? 0 : 1;
                lost += ended ? 0 : 1;
            }
        }

        private void after(int request) {
            boolean gone = kill.backNs() == Long.MAX_VALUE || samples.startNs(request) < kill.backNs();
            if (gone && samples.startNs(request) < untilNs) {
                sent++;
                failed += samples.succeeded(request) ? 0 : 1;
            }
            if (samples.succeeded(request)) {
                firstAnswerNs = Math.min(firstAnswerNs, samples.endNs(request));
            }
        }

        /** Returns the medians of the whole seconds before a time, the last first; seconds with few requests are left out. */
        private List<Double> medians(long beginNs, long endNs) {
            List<Double> medians = new ArrayList<>();
            for (int n = 1; n <= MOST_SECONDS && endNs - n * SECOND_NS >= beginNs; n++) {
                second(-n).ifPresent(medians::add);
            }
            return medians;
        }

        private void note(int request) {
            long second = Math.floorDiv(samples.intendedNs(request) - kill.killedNs(), SECOND_NS);
            seconds.computeIfAbsent(second, s -> new ArrayList<>())
                    .add(samples.succeeded(request) ? samples.latencyNs(request) : FAILED);
        }

        /** Returns the median of the requests of a second, counted from the kill; empty when they are few, or one failed. */
        private OptionalDouble second(long second) {
            List<Long> latencies = seconds.getOrDefault(second, List.of());
            long[] sorted = latencies.stream().mapToLong(each -> each).toArray();
            return sorted.length < LEAST_REQUESTS || latencies.contains(FAILED)
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(SortedSample.of(sorted, sorted.length).median() / NS_PER_MS);
        }

        /** Returns the time from the kill until the first of some seconds in a row in which the response times are as before. */
        private OptionalDouble asBefore(double limitMs) {
            int row = 0;
            for (long second = 0; kill.killedNs() + (second + 1) * SECOND_NS <= untilNs; second++) {
                row = second(second).orElse(Double.POSITIVE_INFINITY) <= limitMs ? row + 1 : 0;
                if (row == IN_A_ROW) {
                    return OptionalDouble.of((second + 1 - IN_A_ROW) * SECOND_NS / NS_PER_MS);
                }
            }
            return OptionalDouble.empty();
        }
    }
}
