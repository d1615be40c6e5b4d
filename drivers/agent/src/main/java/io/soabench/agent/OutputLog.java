package io.soabench.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * A reader that drains one output stream of a server into a file, on a thread of its own. However much the server
 * writes, and even when the disk is full, it is never kept waiting: what the {@link LogBudget} does not allow is read
 * and only counted.
 */
public final class OutputLog {

    private static final int CHUNK = 64 << 10;

    private final InputStream in;
    private final OutputStream file;
    private final LogBudget budget;
    private final Thread thread;
    private final byte[] tail = new byte[LogBudget.TAIL];
    private int tailSize;
    private long beyond;

    private OutputLog(InputStream in, Path file, LogBudget budget, boolean again) throws IOException {
        this.in = in;
        this.file = again
                ? Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                : Files.newOutputStream(file);
        this.budget = budget;
        thread = new Thread(this::drain, "log-" + file.getParent().getFileName());
        thread.setDaemon(true);
    }

    /**
     * Begins.
     *
     * @param again whether the output follows what is in the file; else the file is made now
     */
    static OutputLog start(InputStream in, Path file, LogBudget budget, boolean again) throws IOException {
        OutputLog log = new OutputLog(in, file, budget, again);
        log.thread.start();
        return log;
    }

    private void drain() {
        byte[] chunk = new byte[CHUNK];
        try (in;
                file) {
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                int kept = (int) budget.take(n);
                if (kept > 0 && !written(chunk, kept)) {
                    kept = 0;
                }
                leaveOut(chunk, kept, n - kept);
            }
            if (beyond > 0) {
                budget.end(file, beyond, tail, tailSize);
            }
        } catch (IOException e) {
            // The server is gone or the disk is full: both are noticed elsewhere, and this much of the log is what
            // there is.
            tailSize = 0;
        }
    }

    private boolean written(byte[] chunk, int size) {
        try {
            file.write(chunk, 0, size);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void leaveOut(byte[] chunk, int from, int size) {
        beyond += size;
        int fresh = Math.min(size, tail.length);
        int old = Math.min(tailSize, tail.length - fresh);
        System.arraycopy(tail, tailSize - old, tail, 0, old);
        System.arraycopy(chunk, from + size - fresh, tail, old, fresh);
        tailSize = old + fresh;
    }

    /** Waits until all that was written is in the file; a process that inherited the stream may keep it open for longer. */
    void await(Duration max) {
        try {
            thread.join(max.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
