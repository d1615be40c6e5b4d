package io.soabench.metrics.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of the log of collections that a running virtual machine writes. It continues where it stopped, and leaves a
 * line that is not complete for the next time. Used by one thread.
 *
 * <p>What was allocated follows from the lines of pauses: the heap in use when a collection begins, less what the
 * collection before left. Collectors that free memory while the program runs do not have such lines.
 */
final class CollectionLogReader {

    private static final Pattern COLLECTOR = Pattern.compile("\\[gc *\\] Using (.+)$");
    private static final Pattern PAUSE =
            Pattern.compile("\\[gc *\\] GC\\(\\d+\\) Pause .*?(?: (\\d+)M->(\\d+)M\\(\\d+M\\))? (\\d+\\.\\d+)ms$");
    private static final Pattern STOPS_THE_PROGRAM = Pattern.compile("Serial|Parallel|G1");
    private static final int BLOCK = 1 << 16;
    private static final double MS_PER_S = 1000;
    private static final int MEBIBYTE = 1 << 20;

    private final Path file;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK);
    private final StringBuilder line = new StringBuilder();
    private long position;
    private String collector = "";
    private long allocatedMiB;
    private long leftMiB;
    private double longestS;

    CollectionLogReader(Path file) {
        this.file = file;
    }

    /**
     * Reads what was written since the last time.
     *
     * @return whether there was a pause
     */
    boolean read() throws IOException {
        boolean paused = false;
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            for (int read = in.read(block.clear(), position); read > 0; read = in.read(block.clear(), position)) {
                position += read;
                paused |= lines(new String(block.array(), 0, read, StandardCharsets.ISO_8859_1));
            }
        }
        return paused;
    }

    private boolean lines(String text) {
        boolean paused = false;
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            paused |= take(line.append(text, from, end).toString());
            line.setLength(0);
            from = end + 1;
        }
        line.append(text, from, text.length());
        return paused;
    }

    /** Returns whether the line is that of a pause. */
    private boolean take(String complete) {
        Matcher pause = PAUSE.matcher(complete);
        if (pause.find()) {
            if (pause.group(1) != null) {
                allocatedMiB += Math.max(0, Long.parseLong(pause.group(1)) - leftMiB);
                leftMiB = Long.parseLong(pause.group(2));
            }
            longestS = Math.max(longestS, Double.parseDouble(pause.group(3)) / MS_PER_S);
            return true;
        }
        Matcher using = COLLECTOR.matcher(complete);
        if (collector.isEmpty() && using.find()) {
            collector = using.group(1);
        }
        return false;
    }

    /** Returns whether the log has the heap in use at each pause, from which {@link #allocated} follows. */
    boolean hasAllocated() {
        return STOPS_THE_PROGRAM.matcher(collector).matches();
    }

    /** Returns the name of the collector; empty before the log has it. */
    String collector() {
        return collector;
    }

    /** Returns what was allocated up to the last collection, in bytes. */
    long allocated() {
        return allocatedMiB * MEBIBYTE;
    }

    /** Returns the longest pause since the last call, in seconds; 0 without any. */
    double takeLongestS() {
        double longest = longestS;
        longestS = 0;
        return longest;
    }
}
