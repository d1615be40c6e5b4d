package io.soabench.engine.runtime.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Strands of activities that run beside each other: threads of which only one runs at a time, until it waits. Which one goes on
 * is chosen by a seed; a clock moves only when none can. So a tree of activities can be walked by plain method calls.
 */
final class Strands {
    private final ExecutorService threads;
    private final Random random;
    private final List<Strand> strands = new ArrayList<>();
    private final List<Runnable> outside = new ArrayList<>();
    private final List<Long> alarms = new ArrayList<>();
    private final Semaphore scheduler = new Semaphore(0);
    private Strand current;
    private long nowMs;

    Strands(ExecutorService threads, long seed) {
        this.threads = threads;
        this.random = new Random(seed);
    }

    /** Ends a strand whose activities are terminated. */
    static final class Terminated extends RuntimeException {
        private static final long serialVersionUID = 1;

        Terminated() {
            super(null, null, false, false);
        }
    }

    /** One strand. */
    static final class Strand {
        private final Semaphore turn = new Semaphore(0);
        private BooleanSupplier ready = () -> true;
        private boolean terminated;
        private int shields;
        private boolean done;
        private RuntimeException failure;

        boolean isDone() {
            return done;
        }

        /** What it ended with; null for a normal end. */
        RuntimeException failure() {
            return failure;
        }

        void terminate() {
            terminated = true;
        }

        private boolean mayGoOn() {
            return !done && (ready.getAsBoolean() || (terminated && shields == 0));
        }
    }

    Strand start(Runnable body) {
        Strand executor = new Strand();
        strands.add(executor);
        threads.execute(() -> {
            try {
                takeTurn(executor);
                body.run();
            } catch (RuntimeException e) {
                executor.failure = e;
            } catch (Error e) {
                executor.failure = new IllegalStateException(e);
            }
            executor.done = true;
            scheduler.release();
        });
        return executor;
    }

    /** Lets others go on until something is so; ends by {@link Terminated} when this strand is terminated. */
    void await(BooleanSupplier ready) {
        Strand executor = current;
        executor.ready = ready;
        scheduler.release();
        takeTurn(executor);
        check();
    }

    private static void takeTurn(Strand executor) {
        try {
            executor.turn.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the instance has ended", e);
        }
    }

    /** Ends the strand when it was terminated. */
    void check() {
        if (current.terminated && current.shields == 0) {
            throw new Terminated();
        }
    }

    /** Does something that termination does not interrupt. */
    void shielded(Runnable body) {
        Strand executor = current;
        executor.shields++;
        try {
            body.run();
        } finally {
            executor.shields--;
        }
    }

    void sleep(long ms) {
        awaitOr(ms, () -> false);
    }

    /** Waits until something is so or a time has passed; tells whether it was so. */
    boolean awaitOr(long ms, BooleanSupplier ready) {
        long due = nowMs + ms;
        alarms.add(due);
        await(() -> nowMs >= due || ready.getAsBoolean());
        return ready.getAsBoolean();
    }

    long nowMs() {
        return nowMs;
    }

    /** Something outside that happens some time later. */
    void later(Runnable task) {
        outside.add(task);
    }

    /** Runs until something is so or nothing can go on any more, and then what happens outside. */
    void run(BooleanSupplier over) {
        while (!over.getAsBoolean()) {
            List<Strand> ready = strands.stream().filter(Strand::mayGoOn).toList();
            int choices = ready.size() + outside.size();
            if (choices == 0) {
                if (!passTime()) {
                    return;
                }
                continue;
            }
            int choice = random.nextInt(choices);
            if (choice < outside.size()) {
                outside.remove(choice).run();
            } else {
                current = ready.get(choice - outside.size());
                current.turn.release();
                scheduler.acquireUninterruptibly();
                strands.removeIf(Strand::isDone);
            }
        }
        while (!outside.isEmpty()) {
            outside.remove(0).run();
        }
    }

    private boolean passTime() {
        alarms.removeIf(due -> due <= nowMs);
        if (alarms.isEmpty()) {
            return false;
        }
        nowMs = alarms.stream().mapToLong(due -> due).min().orElseThrow();
        return true;
    }
}
