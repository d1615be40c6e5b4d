package io.soabench.analyzer.folder;

import io.soabench.plan.CallOutcome;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The measured requests of a repetition that are kept one by one, and their partner calls. Few requests are kept in full. Of many, the
 * longest are kept: of the failed ones, and of the successful ones. Two successful ones are kept as examples of usual requests, at the
 * median and at the 99th percentile of the response time.
 */
public final class SingleCalls {

    /** Average number of calls of a request above which fewer requests than allowed are kept. */
    private static final int CALLS = 5;

    /** Number of requests that are kept with any number of calls. */
    private static final int LEAST_REQUESTS = 20;

    /** Maximum number of calls, against an engine that calls a partner without end. */
    private static final int MOST_CALLS = 200_000;

    /** The shares of the successful requests at which one is kept as an example. */
    private static final List<Double> EXAMPLES = List.of(0.5, 0.99);

    private final BitSet requests;
    private final List<Call> calls = new ArrayList<>();

    /**
     * A call that a mock host received.
     *
     * @param request index of its request
     * @param endNs time at which its answer was sent; 0 when it had none
     */
    public record Call(
            int request,
            String service,
            long instance,
            String operation,
            long step,
            long arrivalNs,
            long plannedUs,
            long endNs,
            CallOutcome outcome) {}

    private SingleCalls(BitSet requests) {
        this.requests = requests;
    }

    /**
     * Chooses requests.
     *
     * @param most number of requests to keep
     * @param width calls that a request makes at most, as far as it is known
     */
    static SingleCalls of(RequestSamples samples, int most, int width) {
        BitSet chosen = new BitSet();
        int limit = Math.min(most, Math.max(LEAST_REQUESTS, CALLS * most / Math.max(1, width)));
        longest(samples, i -> samples.measured(i) && !samples.succeeded(i), limit / 2, chosen);
        if (limit - chosen.cardinality() >= EXAMPLES.size()) {
            examples(samples, chosen);
        }
        longest(samples, i -> samples.measured(i) && !chosen.get(i), limit - chosen.cardinality(), chosen);
        return new SingleCalls(chosen);
    }

    /** Chooses the first of the successful requests that take as long as the one that is slower than each of these shares. */
    private static void examples(RequestSamples samples, BitSet chosen) {
        int[] found = IntStream.range(0, samples.size())
                .filter(i -> samples.measured(i) && samples.succeeded(i))
                .toArray();
        long[] times =
                IntStream.of(found).mapToLong(samples::latencyNs).sorted().toArray();
        for (double share : EXAMPLES) {
            IntStream.of(found)
                    .filter(i -> samples.latencyNs(i) == times[(int) (share * times.length)])
                    .findFirst()
                    .ifPresent(chosen::set);
        }
    }

    private static void longest(RequestSamples samples, IntPredicate which, int most, BitSet chosen) {
        int[] found = IntStream.range(0, samples.size()).filter(which).toArray();
        if (found.length <= most) {
            IntStream.of(found).forEach(chosen::set);
        } else if (most > 0) {
            long[] times =
                    IntStream.of(found).mapToLong(samples::latencyNs).sorted().toArray();
            long bound = times[times.length - most];
            int left = most
                    - (int) IntStream.of(found)
                            .filter(i -> samples.latencyNs(i) > bound)
                            .count();
            for (int i : found) {
                long time = samples.latencyNs(i);
                if (time > bound || (time == bound && left-- > 0)) {
                    chosen.set(i);
                }
            }
        }
    }

    boolean wants(int request) {
        return request >= 0 && requests.get(request) && calls.size() < MOST_CALLS;
    }

    void add(Call call) {
        calls.add(call);
    }

    /** Returns the indexes of the requests, in the order of the samples. */
    public IntStream requests() {
        return requests.stream();
    }

    /** Returns the calls of the requests, callbacks included, in the order of the files. */
    public List<Call> calls() {
        return List.copyOf(calls);
    }
}
