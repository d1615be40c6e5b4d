package io.soabench.relay;

import io.soabench.distribution.Distribution;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/**
 * How long chunks are held: a distribution, written as its kind and its parameters, times in milliseconds, for instance
 * {@code constant:2} or {@code lognormal:1:0.4} (median, standard deviation of the logarithm).
 *
 * <p>Draws come from a generator whose algorithm is specified, so that a seed gives the same latencies everywhere. Immutable.
 */
final class Latency {

    /** What can be written. */
    static final String FORMS = Distribution.compactForms() + ", times in milliseconds";

    /** No latency. */
    static final Latency NONE = new Latency(Distribution.constant(0));

    private static final double NS_PER_MS = 1e6;

    /** Far beyond any network; keeps sums of instants from overflowing. */
    private static final double MOST_MS = 3_600_000;

    private final Distribution distribution;

    private Latency(Distribution distribution) {
        this.distribution = distribution;
    }

    /**
     * Reads one of the {@link #FORMS}.
     *
     * @throws IllegalArgumentException when it is none
     */
    static Latency of(String text) {
        try {
            return new Latency(Distribution.ofCompact(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + text + "\" is no latency; write " + FORMS, e);
        }
    }

    /** The latencies of a stream, nanoseconds, not negative; belongs to one thread. */
    LongSupplier drawsNs(SplittableRandom random) {
        UniformRandomProvider uniform = random::nextLong;
        ContinuousSampler sampler = distribution.sampler(uniform);
        return () -> Math.round(Math.min(MOST_MS, sampler.sample()) * NS_PER_MS);
    }
}
