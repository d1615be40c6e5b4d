package io.soabench.engine.runtime.kernel;

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
 * @param waiting where it waits, at most 100 of them
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
    /** Copies the list. */
    public RunningInstance {
        waiting = List.copyOf(waiting);
    }
}
