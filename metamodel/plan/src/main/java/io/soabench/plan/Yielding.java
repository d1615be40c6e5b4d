package io.soabench.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The way in which the server under test leaves the processors of its machine to the load clients and servers of its
 * case. On machines of their own these would get one whenever they need it; else what they are late counts as its
 * response time.
 */
public enum Yielding {
    /** It runs with {@code nice -n 10}: they get a processor as soon as they need one, and may be on any. */
    NICE,
    /** It has processors of its own, and so have they. */
    CPUSET,
    /** It does not. */
    NONE;

    /** Returns the word of a model: {@code nice}, {@code cpuset} or {@code none}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the constant with that word, if there is one. */
    public static Optional<Yielding> of(String word) {
        return Arrays.stream(values())
                .filter(yielding -> yielding.word().equals(word))
                .findFirst();
    }

    /** Returns all words, for a sentence. */
    public static String words() {
        return Arrays.stream(values()).map(Yielding::word).collect(Collectors.joining(", "));
    }
}
