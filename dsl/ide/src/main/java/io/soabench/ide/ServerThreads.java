package io.soabench.ide;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The threads of a server: one for the requests of editors, one for longer work. */
final class ServerThreads implements AutoCloseable {

    private final ExecutorService quick = Executors.newSingleThreadExecutor(task -> daemon(task, "models"));
    private final ScheduledExecutorService thorough =
            Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "compiler"));
    private ScheduledFuture<?> planned;

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, "soabench-" + name);
        thread.setDaemon(true);
        return thread;
    }

    /** Runs a computation on the thread of the models. */
    <T> CompletableFuture<T> answer(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, quick);
    }

    /** Runs an action on the thread of the models. */
    void soon(Runnable work) {
        quick.execute(work);
    }

    /** Runs an action on the other thread after a pause. A new action replaces one that still waits. */
    synchronized void later(Runnable work, long afterMs) {
        if (planned != null) {
            planned.cancel(false);
        }
        planned = thorough.schedule(work, afterMs, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        quick.shutdownNow();
        thorough.shutdownNow();
    }
}
