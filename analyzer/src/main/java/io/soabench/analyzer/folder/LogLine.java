package io.soabench.analyzer.folder;

/**
 * A group of lines of a server's log that are equal except for numbers.
 *
 * @param server name of the server
 * @param file path of the log, relative to the folder of the server's logs
 * @param times number of these lines, at least 1
 * @param text the first of them, shortened
 */
public record LogLine(String server, String file, long times, String text) {

    /** Returns the same lines and one more. */
    LogLine again() {
        return new LogLine(server, file, times + 1, text);
    }
}
