package io.soabench.relay;

import io.soabench.distribution.Distribution;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/**
 * A distribution of latencies. Its text is the kind and the parameters, with times in milliseconds, for example {@code
 * constant:2} or {@code lognormal:1:0.4} (median, standard deviation of the logarithm).
 *
 * <p>Draws come from a generator whose algorithm is specified, so that a seed gives the same latencies everywhere.
 * Immutable.
 */
final class Latency {

    /** The accepted forms, for messages. */
    static final String FORMS = Distribution.compactForms() + ", times in milliseconds";

    /** The latency 0. */
    static final Latency NONE = new Latency(Distribution.constant(0));

    private static final double NS_PER_MS = 1e6;

    /** The largest latency. It is far beyond any network and keeps sums of instants from overflowing. */
    private static final double MOST_MS = 3_600_000;

    private final Distribution distribution;

    private Latency(Distribution distribution) {
        this.distribution = distribution;
    }

    /**
     * Reads one of the {@link #FORMS}.
     *
     * @throws IllegalArgumentException when the text has another form
     */
    static Latency of(String text) {
        try {
            return new Latency(Distribution.ofCompact(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a latency; write " + FORMS, e);
        }
    }

    /** Returns the latencies of a stream in nanoseconds, none negative; belongs to one thread. */
    LongSupplier drawsNs(SplittableRandom random) {
        UniformRandomProvider uniform = random::nextLong;
        ContinuousSampler sampler = distribution.sampler(uniform);
        return () -> Math.round(Math.min(MOST_MS, sampler.sample()) * NS_PER_MS);
    }
}
