package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * An instance as seen from outside.
 *
 * @param id its number, unique in the engine
 * @param deployment name of its deployment
 * @param process name of its process
 * @param ageMs milliseconds since it was started
 * @param openRequests requests that it has not replied to
 * @param waitingMessages messages that no activity has taken yet
 * @param waitingBytes about how many bytes those take, and those that are on their way to it
 * @param steps steps of activities that it has done
 * @param waiting where it waits, at most {@value #MAX_WAITS} of them
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

    /** What an instance looks like now; for its owner. */
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
