package io.soabench.engine.runtime.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The threads of one journal: one does its work, and another one makes spare segments, so that no record waits for their zeros.
 *
 * <p>{@link #append} and {@link #release} are for any thread. Neither thread is ever interrupted, because an interrupt closes a file
 * channel. While the disk is full, the work is tried again every {@value #RETRY_MS} ms.
 */
public final class JournalThread implements Closeable {
    /** The spare segments that are kept ready. */
    public static final int SPARES = 2;

    private static final long RETRY_MS = 100;
    private static final long STOP_MS = 30_000;
    private static final long JOIN_MS = 100;
    private static final long RETRY_NS = RETRY_MS * 1_000_000;

    private final Journal journal;
    private final Consumer<IOException> failed;
    private final AtomicBoolean wanted = new AtomicBoolean();
    private final Thread worker;
    private final Thread preparer;
    private volatile boolean stopped;

    private JournalThread(Journal journal, String name, Consumer<IOException> failed) {
        this.journal = journal;
        this.failed = failed;
        worker = new Thread(this::work, "journal-" + name);
        preparer = new Thread(this::prepare, "journal-spares-" + name);
        worker.setDaemon(true);
        preparer.setDaemon(true);
    }

    /**
     * Starts the threads of a journal that is open. From now on no other thread works on it.
     *
     * @param name the name of the journal in the names of the threads
     * @param failed the receiver of the error that stops the journal, called once at most, by the thread that does the work
     */
    public static JournalThread start(Journal journal, String name, Consumer<IOException> failed) {
        JournalThread threads = new JournalThread(journal, name, failed);
        journal.leaveSparesToOthers();
        threads.worker.start();
        threads.preparer.start();
        return threads;
    }

    /**
     * Appends a record and wakes the thread.
     *
     * @throws IllegalArgumentException if the record does not fit a segment
     */
    public void append(JournalRecord record, DurabilityListener listener) {
        journal.append(record, listener);
        wake();
    }

    /** Gives up all records in segments below a number, as {@link Journal#release}. */
    public void release(long firstNeeded) {
        journal.release(firstNeeded);
        wake();
    }

    private void wake() {
        if (!wanted.get() && wanted.compareAndSet(false, true)) {
            LockSupport.unpark(worker);
        }
    }

    private void work() {
        boolean full = false;
        while (!stopped) {
            if (!wanted.getAndSet(false)) {
                if (full) {
                    LockSupport.parkNanos(this, RETRY_NS);
                } else {
                    LockSupport.park(this);
                }
            }
            journal.work();
            full = journal.hasWaiting();
            if (journal.spares() < SPARES) {
                LockSupport.unpark(preparer);
            }
            if (journal.failure() != null) {
                failed.accept(journal.failure());
                break;
            }
        }
        // Appends of the last moment get an outcome, too.
        while (!stopped) {
            if (!wanted.getAndSet(false)) {
                LockSupport.park(this);
            }
            journal.work();
        }
    }

    private void prepare() {
        while (!stopped && journal.failure() == null) {
            boolean enough = journal.prepareSpares(SPARES);
            if (enough && journal.spares() >= SPARES) {
                LockSupport.park(this);
            } else if (!enough) {
                LockSupport.parkNanos(this, RETRY_NS);
            }
            if (journal.spareFailure() != null) {
                wake();
                return;
            }
        }
    }

    /**
     * Stops the threads, writes what waits, and closes the journal.
     *
     * @throws IOException if a thread does not end because the disk does not answer within 30 s; the journal is not closed then
     */
    @Override
    public void close() throws IOException {
        stopped = true;
        for (Thread thread : new Thread[] {worker, preparer}) {
            LockSupport.unpark(thread);
            join(thread);
        }
        journal.close();
    }

    private static void join(Thread thread) throws IOException {
        boolean interrupted = false;
        long waitedMs = 0;
        while (thread.isAlive() && waitedMs < STOP_MS) {
            try {
                thread.join(JOIN_MS);
                waitedMs += JOIN_MS;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            throw new IOException("The thread " + thread.getName() + " did not end within " + STOP_MS
                    + " ms, because the disk does not answer.");
        }
    }
}
