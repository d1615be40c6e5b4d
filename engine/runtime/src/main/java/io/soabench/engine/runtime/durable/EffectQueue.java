package io.soabench.engine.runtime.durable;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * A queue of instances whose effects may leave, on one executor. One task serves all instances that became safe
 * together. Thread-safe; the executor has one thread.
 */
final class EffectQueue implements Runnable {
    private static final int CHUNK = 256;

    private final Executor executor;
    private final MpscUnboundedArrayQueue<DurableInstance> ready = new MpscUnboundedArrayQueue<>(CHUNK);
    private final AtomicBoolean wanted = new AtomicBoolean();

    /** Creates the queue of an executor, which has one thread. */
    EffectQueue(Executor executor) {
        this.executor = executor;
    }

    /** Lets the effects of an instance that are safe leave soon; from any thread. */
    void add(DurableInstance instance) {
        ready.add(instance);
        if (!wanted.get() && wanted.compareAndSet(false, true)) {
            try {
                executor.execute(this);
            } catch (RejectedExecutionException e) {
                // The engine stops. The records show which effects have not been sent.
                wanted.set(false);
            }
        }
    }

    @Override
    public void run() {
        wanted.set(false);
        for (DurableInstance instance = ready.poll(); instance != null; instance = ready.poll()) {
            instance.release();
        }
    }
}
