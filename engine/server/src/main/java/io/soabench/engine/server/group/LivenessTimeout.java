package io.soabench.engine.server.group;

import java.time.Duration;

/**
 * The time and the number of probes after which a process that does not answer counts as dead. Both are needed, since a host that slept finds all of the time gone at once. Immutable.
 */
final class LivenessTimeout {
    /** Each a question for the statistics and one for its health, with a second between one look and the next. */
    private static final int LEAST_LOOKS = 3;

    private static final int QUESTIONS = 15;

    private final Duration atMost;

    /** @param atMost that a process may answer nothing */
    LivenessTimeout(Duration atMost) {
        this.atMost = atMost;
    }

    /** How long a question of a look waits for its answer. */
    Duration ofLook() {
        Duration share = atMost.dividedBy(QUESTIONS);
        return share.compareTo(ReplicaAdmin.SOON) < 0 ? share : ReplicaAdmin.SOON;
    }

    /** Whether such a silence is too long now. */
    boolean isOver(MissedProbes silence, long nowNs) {
        return silence.looks() >= LEAST_LOOKS && nowNs - silence.sinceNs() >= atMost.toNanos();
    }
}
