package io.soabench.analyzer.folder;

/**
 * A line of a server's log.
 *
 * @param file relative to the logs of the server
 * @param times number of lines that are equal except for numbers
 * @param text the first of these lines, shortened
 */
public record LogLine(String server, String file, long times, String text) {

    LogLine again() {
        return new LogLine(server, file, times + 1, text);
    }
}
