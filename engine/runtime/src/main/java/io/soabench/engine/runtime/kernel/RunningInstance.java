package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * A description of a running instance, for the admin interface.
 *
 * @param id its number, unique in the engine
 * @param deployment the name of its deployment
 * @param process the name of its process
 * @param ageMs the milliseconds since its start
 * @param openRequests the number of requests without a reply
 * @param waitingMessages the number of messages that no activity has taken
 * @param waitingBytes the estimated bytes of these messages and of messages on their way to it
 * @param steps the number of steps that it has done
 * @param waiting the activities at which it waits, at most {@value #MAX_WAITS}
 */
public record RunningInstance(
        long id,
        String deployment,
        String process,
        long ageMs,
        int openRequests,
        int waitingMessages,
        long waitingBytes,
        long steps,
        List<WaitingActivity> waiting) {
    private static final int MAX_WAITS = 100;

    /** Copies the list. */
    public RunningInstance {
        waiting = List.copyOf(waiting);
    }

    /** Returns the present description of an instance; for its owner. */
    static RunningInstance of(Instance instance) {
        List<WaitingActivity> waits = new ArrayList<>();
        if (instance.root() != null) {
            instance.root().waiting("", instance.ageMs(), MAX_WAITS, waits);
        }
        return new RunningInstance(
                instance.id(),
                instance.deployment().name(),
                instance.deployment().program().name().toString(),
                instance.ageMs(),
                instance.openRequests().size(),
                instance.pendingMessages().size(),
                instance.pendingMessages().bytes(),
                instance.runQueue().steps(),
                waits);
    }
}
