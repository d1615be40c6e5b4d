package io.soabench.relay;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** A pool of direct buffers. Used by the relay's thread. */
final class BufferPool {

    /** The bytes of a buffer; most messages fit into one. */
    static final int SIZE = 16 * 1024;

    private static final int MOST_KEPT = 1024;

    private final Deque<ByteBuffer> free = new ArrayDeque<>();

    /** Returns an empty buffer. */
    ByteBuffer take() {
        ByteBuffer buffer = free.poll();
        return buffer == null ? ByteBuffer.allocateDirect(SIZE) : buffer;
    }

    /** Takes an unused buffer back. */
    void giveBack(ByteBuffer buffer) {
        if (free.size() < MOST_KEPT) {
            free.push(buffer.clear());
        }
    }
}
