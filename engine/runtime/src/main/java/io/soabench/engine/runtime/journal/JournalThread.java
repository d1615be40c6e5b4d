package io.soabench.engine.runtime.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The two threads of one journal. One writes records. The other creates spare segments in advance, so that no record
 * waits for their zeros, and compacts the journal.
 *
 * <p>The journal wakes them. Neither thread is ever interrupted, because an interrupt closes a file channel. While the
 * disk is full, the first thread tries again every {@value #RETRY_MS} ms.
 */
public final class JournalThread implements Closeable {
    /** A step of the work of the second thread, such as compaction. */
    @FunctionalInterface
    public interface Housekeeping {
        /**
         * Does a step, if there is one to do.
         *
         * @throws IOException if the disk fails, which stops the journal
         */
        void step() throws IOException;
    }

    /** The number of spare segments that are kept ready. */
    public static final int SPARES = 2;

    private static final long RETRY_MS = 100;
    private static final long STOP_MS = 30_000;
    private static final long JOIN_MS = 100;
    private static final long STEP_NS = 1_000_000_000;
    private static final long RETRY_NS = RETRY_MS * 1_000_000;

    private final Journal journal;
    private final Runnable worked;
    private final Housekeeping housekeeping;
    private final Consumer<IOException> failed;
    private final AtomicBoolean wanted = new AtomicBoolean();
    private final Thread worker;
    private final Thread housekeeper;
    private volatile boolean stopped;
    /** True after an error was reported; belongs to the thread that writes. */
    private boolean reported;

    private JournalThread(
            Journal journal, String name, Runnable worked, Housekeeping housekeeping, Consumer<IOException> failed) {
        this.journal = journal;
        this.worked = worked;
        this.housekeeping = housekeeping;
        this.failed = failed;
        worker = new Thread(this::run, "journal-" + name);
        housekeeper = new Thread(this::doHousekeeping, "journal-house-" + name);
        worker.setDaemon(true);
        housekeeper.setDaemon(true);
    }

    /**
     * Starts the threads of an open journal. From now on no other thread may work on it.
     *
     * @param name the name of the journal in the names of the threads
     * @param worked called by the thread that writes, after it has called the listeners of some records; also called at the
     *     end, by {@link #close}
     * @param housekeeping the step that the second thread repeats: about once a second, after each new segment, and
     *     after each segment that was released
     * @param failed the receiver of the error that stops the journal; called once at most, by the thread that writes
     */
    public static JournalThread start(
            Journal journal, String name, Runnable worked, Housekeeping housekeeping, Consumer<IOException> failed) {
        JournalThread threads = new JournalThread(journal, name, worked, housekeeping, failed);
        journal.attach(threads::wake);
        threads.worker.start();
        threads.housekeeper.start();
        return threads;
    }

    /** Wakes the thread that writes; from any thread. */
    private void wake() {
        if (!wanted.get() && wanted.compareAndSet(false, true)) {
            LockSupport.unpark(worker);
        }
    }

    private void run() {
        try {
            work();
        } catch (RuntimeException | Error e) {
            // No thread writes any more, so the owner must not wait for records to become durable.
            report(new IOException("The thread " + worker.getName() + " has ended: " + e, e));
        }
    }

    /** Reports the first error only; the thread that writes calls it. */
    private void report(IOException error) {
        if (!reported) {
            reported = true;
            failed.accept(error);
        }
    }

    /** Writes records until the threads are stopped. After a failure, later appends fail at once. */
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
            long needed = journal.firstNeededSegment();
            if (journal.work() > 0) {
                worked.run();
            }
            full = journal.hasWaiting();
            if (journal.spares() < SPARES || journal.firstNeededSegment() > needed) {
                LockSupport.unpark(housekeeper);
            }
            if (journal.failure() != null) {
                report(journal.failure());
                break;
            }
        }
        // Later appends get an outcome, too.
        while (!stopped) {
            if (!wanted.getAndSet(false)) {
                LockSupport.park(this);
            }
            journal.work();
        }
    }

    /** Creates spare segments and does steps of housekeeping, until the threads are stopped or the journal fails. */
    private void doHousekeeping() {
        while (!stopped && journal.failure() == null) {
            boolean enough = step();
            if (journal.failureElsewhere() != null) {
                wake();
                return;
            }
            if (!enough || journal.spares() >= SPARES) {
                LockSupport.parkNanos(this, enough ? STEP_NS : RETRY_NS);
            }
        }
    }

    /** Creates spare segments and does a step of housekeeping; returns false if the disk has no room for the segments. */
    private boolean step() {
        boolean enough = false;
        try {
            enough = journal.prepareSpares(SPARES);
            if (journal.failureElsewhere() == null) {
                housekeeping.step();
            }
        } catch (IOException e) {
            journal.failElsewhere(e);
        } catch (RuntimeException | Error e) {
            // Without this thread, the engine would soon have no spare segment, and refuse all work without a reason.
            journal.failElsewhere(new IOException("A step of housekeeping has failed: " + e, e));
        }
        return enough;
    }

    /**
     * Stops the threads, writes the records that wait, and closes the journal.
     *
     * @throws IOException if a thread does not end because the disk does not answer within 30 s; the journal is not
     *     closed then
     */
    @Override
    public void close() throws IOException {
        stopped = true;
        for (Thread thread : new Thread[] {worker, housekeeper}) {
            LockSupport.unpark(thread);
            join(thread);
        }
        journal.close();
        worked.run();
    }

    /** Waits for the end of a thread, also when the caller is interrupted. */
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
