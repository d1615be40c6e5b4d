package io.soabench.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A limit of the bytes that are kept of one server's logs. Of each log that does not fit, its begin and its last {@value #TAIL} bytes are kept,
 * because its end shows the failure. Safe for use by many threads.
 */
public final class LogBudget {

    /** Bytes of the end of a log that are kept beyond the limit. */
    public static final int TAIL = 16 << 10;

    private final long limit;
    private long left;
    private long leftOut;

    /** Creates a budget of some bytes. */
    /** Returns the most bytes that may be kept. */
    public LogBudget(long limit) {
        this.limit = limit;
        left = limit;
    }

    /** Returns the most bytes that may be kept. */
    public long limit() {
        return limit;
    }

    /** Takes as many of these bytes as there are left. */
    synchronized long take(long wanted) {
        long taken = Math.min(wanted, left);
        left -= taken;
        return taken;
    }

    private synchronized void leaveOut(long bytes) {
        leftOut += bytes;
    }

    /** Returns the bytes that were written and not kept. */
    public synchronized long leftOut() {
        return leftOut;
    }

    /** Ends a log that did not fit: how much is missing, and the last of it. */
    void end(OutputStream log, long beyond, byte[] tail, int size) throws IOException {
        long missing = beyond - size;
        leaveOut(missing);
        String note =
                "\n[" + missing + " bytes are left out here: " + (limit >> 20) + " MiB of a server's logs are kept]\n";
        log.write(note.getBytes(StandardCharsets.UTF_8));
        log.write(tail, 0, size);
    }

    /** Copies a log file that is no longer written. */
    public void keep(Path file, Path target) throws IOException {
        long size = Files.size(file);
        long taken = take(size);
        try (InputStream in = Files.newInputStream(file);
                OutputStream out = Files.newOutputStream(target)) {
            byte[] chunk = new byte[TAIL];
            for (long copied = 0; copied < taken; ) {
                int n = in.read(chunk, 0, (int) Math.min(chunk.length, taken - copied));
                if (n < 0) {
                    return;
                }
                out.write(chunk, 0, n);
                copied += n;
            }
            if (taken < size) {
                end(out, size - taken, chunk, last(file, size - taken, chunk));
            }
        }
    }

    private static int last(Path file, long atMost, byte[] target) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            int size = (int) Math.min(atMost, target.length);
            open.seek(open.length() - size);
            open.readFully(target, 0, size);
            return size;
        }
    }
}
