package io.soabench.maven.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** All present readers of the stream of events. Safe for use by many threads. Only {@link #close} waits for readers. */
final class PageReaders implements AutoCloseable {

    /** The greatest number of readers at a time. */
    static final int MOST_READERS = 16;

    /** The time in which readers may take the last messages. */
    private static final long END_NS = TimeUnit.SECONDS.toNanos(1);

    private final Lock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private final List<PageReader> readers = new ArrayList<>();
    private boolean closed;

    /** Adds a reader, and returns whether there was room for it. */
    boolean add(PageReader reader) {
        lock.lock();
        try {
            if (closed || readers.size() == MOST_READERS) {
                return false;
            }
            readers.add(reader);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Removes a reader that has ended. */
    void remove(PageReader reader) {
        lock.lock();
        try {
            readers.remove(reader);
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether there is no reader. */
    boolean isEmpty() {
        lock.lock();
        try {
            return readers.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Sends a message to all. A reader without room for it is dropped. */
    void send(byte[] message) {
        lock.lock();
        try {
            readers.removeIf(reader -> {
                boolean slow = !reader.offer(message);
                if (slow) {
                    reader.drop();
                }
                return slow;
            });
        } finally {
            lock.unlock();
        }
    }

    /** Lets all readers take their last messages, and drops those that have not done so within a second. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            readers.forEach(PageReader::end);
            for (long leftNs = END_NS; leftNs > 0 && !readers.isEmpty(); ) {
                leftNs = ended.awaitNanos(leftNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            readers.forEach(PageReader::drop);
            lock.unlock();
        }
    }
}
