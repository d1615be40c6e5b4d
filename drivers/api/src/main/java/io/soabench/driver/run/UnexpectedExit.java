package io.soabench.driver.run;

import java.nio.file.Path;
import java.util.Locale;

/**
 * The unexpected end of a process.
 *
 * @param afterNs running time of the process
 * @param exit exit status, 128 + signal, or -1 when it is unknown
 * @param words its last output, may be empty
 * @param log file with that output
 */
public record UnexpectedExit(long afterNs, int exit, String words, Path log) {

    private static final int KILLED = 128 + 9;

    /** Returns the second half of a sentence that begins with the name of the process. */
    public String words(Path base) {
        return words(afterNs, exit, words) + "; see " + base.relativize(log);
    }

    /** Returns the half sentence without the name of the log. */
    public static String words(long afterNs, int exit, String words) {
        return String.format(
                Locale.ROOT,
                "ended by itself %.1f s after its start with %s; %s",
                afterNs / 1e9,
                exitWords(exit),
                words.isEmpty() ? "it wrote nothing" : "its last words were \"" + words + "\"");
    }

    private static String exitWords(int exit) {
        if (exit < 0) {
            return "an unknown exit status";
        }
        return "exit status " + exit
                + (exit == KILLED
                        ? " (signal 9: killed from outside, by the kernel when memory is short)"
                        : exit > 128 ? " (signal " + (exit - 128) + ")" : "");
    }
}
