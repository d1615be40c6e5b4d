package io.soabench.relay;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Direct buffers that are used again. Used by the relay's thread. */
final class Buffers {

    /** Bytes of a buffer; most messages fit into one. */
    static final int SIZE = 16 * 1024;

    private static final int MOST_KEPT = 1024;

    private final Deque<ByteBuffer> free = new ArrayDeque<>();

    /** An empty one. */
    ByteBuffer take() {
        ByteBuffer buffer = free.poll();
        return buffer == null ? ByteBuffer.allocateDirect(SIZE) : buffer;
    }

    /** It is not used any more. */
    void giveBack(ByteBuffer buffer) {
        if (free.size() < MOST_KEPT) {
            free.push(buffer.clear());
        }
    }
}
