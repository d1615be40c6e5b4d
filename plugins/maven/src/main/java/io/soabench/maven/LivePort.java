package io.soabench.maven;

import java.util.OptionalInt;
import org.apache.maven.plugin.MojoFailureException;

/** The port of the live page, as a user writes it: {@code true} for a free one, a number, or {@code false} for no page. */
final class LivePort {

    private static final int GREATEST_PORT = 65_535;
    private static final int MOST_DIGITS = 5;

    private LivePort() {}

    /** Returns the port, 0 for a free one; empty when the user wants no page. */
    static OptionalInt of(String word) throws MojoFailureException {
        return switch (word) {
            case "true" -> OptionalInt.of(0);
            case "false" -> OptionalInt.empty();
            default -> OptionalInt.of(number(word));
        };
    }

    private static int number(String word) throws MojoFailureException {
        int port = word.length() <= MOST_DIGITS && word.matches("[0-9]+") ? Integer.parseInt(word) : 0;
        if (port < 1 || port > GREATEST_PORT) {
            throw new MojoFailureException("-Dsoabench.live is \"" + word
                    + "\"; use true for a free port, a port from 1 to " + GREATEST_PORT + ", or false for no page");
        }
        return port;
    }
}
