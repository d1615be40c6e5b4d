package io.soabench.generators.random;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The random streams of a testbed. Each has a path-like name, e.g. {@code /service/quotes/1/office/3/response-time}. Its numbers depend on the
 * seed and this name only, neither on the order of the streams nor on other streams. So a client added to a model leaves the numbers of all
 * other clients as they were.
 *
 * <p>The 256 bits of state of an XoShiRo256++ generator (Blackman and Vigna 2021) are the SHA-256 of seed and name, which makes streams of
 * different names independent for all practical purposes. Safe for use by many threads; a stream itself belongs to one.
 *
 * <p>Each repetition has streams of its own, the same for all engines: repetitions of one engine are then draws from the load that the model
 * describes. The same repetition of two engines can be compared as a pair (common random numbers; Law, Simulation Modeling and Analysis,
 * §11.2).
 */
public final class RandomStreams {

    private static final int FIRST = 1;

    private final long seed;
    private final String prefix;

    /** Creates the streams of a seed. */
    public RandomStreams(long seed) {
        this(seed, "");
    }

    private RandomStreams(long seed, String prefix) {
        this.seed = seed;
        this.prefix = prefix;
    }

    /**
     * Returns the streams of a repetition. The first one has streams with the names that are asked for. The n-th has the same names behind
     * {@code /repetition/n}. More repetitions of a case change nothing in the earlier ones.
     *
     * @param repetition from 1
     */
    public RandomStreams ofRepetition(int repetition) {
        return repetition == FIRST ? this : new RandomStreams(seed, prefix + "/repetition/" + repetition);
    }

    /** Returns the stream of that name, at its beginning. */
    public UniformRandomProvider stream(String name) {
        MessageDigest digest = sha256();
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(seed).array());
        ByteBuffer state = ByteBuffer.wrap(digest.digest((prefix + name).getBytes(StandardCharsets.UTF_8)));
        long[] words = {state.getLong(), state.getLong(), state.getLong(), state.getLong()};
        return RandomSource.XO_SHI_RO_256_PP.create(words);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
