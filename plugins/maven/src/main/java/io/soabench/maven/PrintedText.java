package io.soabench.maven;

import java.nio.file.Path;

/** The forms of numbers and paths in the sentences that goals print. */
final class PrintedText {

    private PrintedText() {}

    /** Returns a number with its noun, in the plural unless the number is 1. */
    static String count(long n, String noun) {
        return n + " " + noun + (n == 1 ? "" : "s");
    }

    /** Returns a path relative to the current folder where it lies below it, else the absolute path. */
    static String shown(Path path) {
        Path here = Path.of("").toAbsolutePath();
        Path absolute = path.toAbsolutePath().normalize();
        return absolute.startsWith(here) ? here.relativize(absolute).toString() : absolute.toString();
    }
}
