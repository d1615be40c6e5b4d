package io.soabench.metrics.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The text of a file of {@code /proc/PID}, see proc(5). */
record ProcFile(String text) {

    /** Reads a file in one operation: the kernel makes its text anew for each reader. */
    static ProcFile read(Path proc, long pid, String name) throws IOException {
        return new ProcFile(
                Files.readString(proc.resolve(Long.toString(pid)).resolve(name), StandardCharsets.ISO_8859_1));
    }

    /**
     * Returns the first number of the line that begins with this key, such as {@code VmRSS:}; empty when there is no
     * such line.
     */
    OptionalLong number(String key) {
        int line = text.startsWith(key) ? 0 : text.indexOf("\n" + key) + 1;
        if (line == 0 && !text.startsWith(key)) {
            return OptionalLong.empty();
        }
        int from = line + key.length();
        while (from < text.length() && Character.isWhitespace(text.charAt(from)) && text.charAt(from) != '\n') {
            from++;
        }
        int to = from;
        while (to < text.length() && Character.isDigit(text.charAt(to))) {
            to++;
        }
        return from == to ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text, from, to, 10));
    }
}
