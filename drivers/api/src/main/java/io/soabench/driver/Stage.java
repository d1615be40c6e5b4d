package io.soabench.driver;

import io.soabench.plan.RepetitionRecord;
import java.time.Duration;
import java.util.List;

/**
 * A platform's implementation of the phases of one repetition. Used by one thread.
 *
 * <p>A phase for which {@link PhaseTransitions#compensates} holds must do as much as it can, also after failures. The
 * user must not be able to end it.
 */
public interface Stage {

    /**
     * Carries out one phase.
     *
     * @param deadline longest time of the phase
     * @throws PhaseFailed when it cannot be done
     * @throws RunInterrupted when the user ended the run
     */
    void take(Phase phase, Duration deadline) throws PhaseFailed, RunInterrupted;

    /** Returns how long a phase will last, milliseconds, or -1 when that is not known. */
    long expectedMs(Phase phase);

    /**
     * Returns the address that the clients call; for a mix, the addresses of all its processes, separated by blanks.
     * Empty while it is not known.
     */
    String endpoint();

    /** Returns how many functional checks were sent so far. */
    int checks();

    /** Returns the servers that were started. */
    List<RepetitionRecord.ServerRecord> servers();

    /** Returns round trips that were measured so far, on the {@code paths} of the case. */
    default List<RepetitionRecord.RoundTripRecord> roundTrips() {
        return List.of();
    }
}
