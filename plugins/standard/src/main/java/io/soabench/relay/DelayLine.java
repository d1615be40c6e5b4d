package io.soabench.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * A direction of a connection: a queue of chunks that were read, each with the instant at which it is due. Chunks
 * never overtake each other. The end of the sender's output and a reset travel like chunks. Used by the relay's thread.
 */
final class DelayLine {

    /**
     * The largest total of held buffers in bytes. At this total the relay stops reading, so that TCP makes the sender
     * wait. A latency of 10 ms leaves 100 MiB a second.
     */
    static final int MOST_HELD = 1 << 20;

    private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

    private enum Kind {
        BYTES,
        END,
        RESET
    }

    private record Chunk(Kind kind, ByteBuffer bytes, long dueNs) {}

    /** The result of a delivery. */
    enum Delivery {
        /** All due chunks were written. */
        WRITTEN,
        /** The receiver takes no more at present. */
        BLOCKED,
        /** The sender's output has ended, and the receiver has got the end. */
        ENDED,
        /** The sender has reset the connection. */
        RESET
    }

    private final LongSupplier latenciesNs;
    private final BufferPool buffers;
    private final Deque<Chunk> held = new ArrayDeque<>();
    private long earliestNs;
    private long lastDueNs = Long.MIN_VALUE;

    /**
     * Creates a direction without chunks.
     *
     * @param latenciesNs of the chunks, nanoseconds
     * @param earliestNs instant before which no chunk is due: the connection is not established yet for its sender
     */
    DelayLine(LongSupplier latenciesNs, BufferPool buffers, long earliestNs) {
        this.latenciesNs = latenciesNs;
        this.buffers = buffers;
        this.earliestNs = earliestNs;
    }

    /** Returns whether more may be read. */
    boolean takes() {
        return (long) held.size() * BufferPool.SIZE < MOST_HELD;
    }

    /**
     * Reads the available bytes. Bytes that arrive together form one chunk.
     *
     * @return whether there may be more to come
     */
    boolean read(SocketChannel from, long nowNs) throws IOException {
        long dueNs = Long.MIN_VALUE;
        while (takes()) {
            ByteBuffer buffer = buffers.take();
            int read;
            try {
                read = from.read(buffer);
            } catch (IOException e) {
                buffers.giveBack(buffer);
                throw e;
            }
            if (read <= 0) {
                buffers.giveBack(buffer);
                if (read < 0) {
                    add(Kind.END, NO_BYTES, dueNs == Long.MIN_VALUE ? due(nowNs) : dueNs);
                }
                return read == 0;
            }
            dueNs = dueNs == Long.MIN_VALUE ? due(nowNs) : dueNs;
            boolean full = !buffer.hasRemaining();
            add(Kind.BYTES, buffer.flip(), dueNs);
            if (!full) {
                return true;
            }
        }
        return true;
    }

    /** Queues a reset by the sender. */
    void reset(long nowNs) {
        add(Kind.RESET, NO_BYTES, due(nowNs));
    }

    private long due(long nowNs) {
        return Math.max(lastDueNs, Math.max(nowNs, earliestNs) + latenciesNs.getAsLong());
    }

    private void add(Kind kind, ByteBuffer bytes, long dueNs) {
        lastDueNs = dueNs;
        held.add(new Chunk(kind, bytes, dueNs));
    }

    /** Returns the instant at which the next chunk is due, or {@link WakeUpTimer#NEVER}. */
    long dueNs() {
        Chunk next = held.peek();
        return next == null ? WakeUpTimer.NEVER : next.dueNs();
    }

    /** Writes the due chunks. */
    Delivery deliver(SocketChannel to, long nowNs) throws IOException {
        for (Chunk next = held.peek(); next != null && next.dueNs() <= nowNs; next = held.peek()) {
            if (next.kind() == Kind.RESET) {
                return Delivery.RESET;
            }
            if (next.kind() == Kind.END) {
                held.remove();
                to.shutdownOutput();
                return Delivery.ENDED;
            }
            to.write(next.bytes());
            if (next.bytes().hasRemaining()) {
                return Delivery.BLOCKED;
            }
            held.remove();
            buffers.giveBack(next.bytes());
        }
        return Delivery.WRITTEN;
    }

    /** Discards all chunks. */
    void drop() {
        for (Chunk chunk : held) {
            if (chunk.kind() == Kind.BYTES) {
                buffers.giveBack(chunk.bytes());
            }
        }
        held.clear();
    }
}
