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

    /** Works something out on the thread of the models. */
    <T> CompletableFuture<T> answer(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, quick);
    }

    /** Does something on the thread of the models. */
    void soon(Runnable work) {
        quick.execute(work);
    }

    /** Does something on the other thread when nothing new has come for a while; what was planned before is dropped. */
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
