package io.soabench.engine.server.group;

import java.time.Duration;

/**
 * The time and the number of probes after which a process that does not answer counts as dead. Both are needed, since
 * after a host's sleep all of the time is gone at once. Immutable.
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

    /** Returns the time to wait for the answer to one probe. */
    Duration ofLook() {
        Duration share = atMost.dividedBy(QUESTIONS);
        return share.compareTo(ReplicaAdmin.SOON) < 0 ? share : ReplicaAdmin.SOON;
    }

    /** Returns whether such a silence is too long now. */
    boolean isOver(MissedProbes silence, long nowNs) {
        return silence.looks() >= LEAST_LOOKS && nowNs - silence.sinceNs() >= atMost.toNanos();
    }
}
