package io.soabench.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The way in which the server under test leaves the processors of its machine to the load clients and servers of its
 * case. On their own machines, these programs would get a processor whenever they need one. On a shared machine, their
 * delay would count as response time of the server.
 */
public enum Yielding {
    /**
     * The server runs with {@code nice -n 10}. The other programs get a processor as soon as they need one, and may use
     * all of them.
     */
    NICE,
    /** The server has its own processors, and so have the other programs. */
    CPUSET,
    /** The server does not yield. */
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
