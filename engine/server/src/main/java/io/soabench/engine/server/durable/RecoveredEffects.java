package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.durable.DurableInstances;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The release of the effects of instances that were made anew: of some at once, and then of some more in each step. Partners would
 * else get the interrupted calls of all instances at the same moment.
 */
public final class RecoveredEffects implements Runnable {
    /** The number of instances a second whose effects are let go. */
    public static final int INSTANCES_PER_SECOND = 1_000;

    private static final long STEP_MS = 100;
    private static final int INSTANCES_PER_STEP = (int) (INSTANCES_PER_SECOND * STEP_MS / TimeUnit.SECONDS.toMillis(1));

    private final DurableInstances instances;
    private final ScheduledExecutorService executor;

    /**
     * A release that has not begun.
     *
     * @param executor the executor of the later steps, whose end ends the release
     */
    public RecoveredEffects(DurableInstances instances, ScheduledExecutorService executor) {
        this.instances = instances;
        this.executor = executor;
    }

    /** Does the first step, and has the others follow. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // A step ends with its executor.
    public void run() {
        if (instances.letEffectsLeave(INSTANCES_PER_STEP)) {
            executor.schedule(this, STEP_MS, TimeUnit.MILLISECONDS);
        }
    }
}
