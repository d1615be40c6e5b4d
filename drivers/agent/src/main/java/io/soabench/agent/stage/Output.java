package io.soabench.agent.stage;

import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Lines that one thread adds and another reads as a stream, until it is ended. */
final class Output extends InputStream {

    private static final byte[] END = {};

    private final BlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>();
    private byte[] chunk = END;
    private int next;
    private boolean over;

    void add(String line) {
        chunks.add((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    void end() {
        chunks.add(END);
    }

    @Override
    public int read() throws InterruptedIOException {
        return more() ? chunk[next++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws InterruptedIOException {
        if (length == 0) {
            return 0;
        }
        if (!more()) {
            return -1;
        }
        int n = Math.min(length, chunk.length - next);
        System.arraycopy(chunk, next, into, offset, n);
        next += n;
        return n;
    }

    private boolean more() throws InterruptedIOException {
        while (!over && next == chunk.length) {
            try {
                chunk = chunks.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while waiting for a line");
            }
            next = 0;
            over = chunk.length == 0;
        }
        return !over;
    }
}
