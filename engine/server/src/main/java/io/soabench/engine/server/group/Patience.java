package io.soabench.engine.server.group;

import java.time.Duration;

/**
 * When a process that answers nothing is taken for one that never will: after a time, and after several looks, since a host that
 * slept, or stood still itself, finds all of the time gone at once. Immutable.
 */
final class Patience {
    /** Each a question for the statistics and one for its health, with a second between one look and the next. */
    private static final int LEAST_LOOKS = 3;

    private static final int QUESTIONS = 15;

    private final Duration atMost;

    /** @param atMost that a process may answer nothing */
    Patience(Duration atMost) {
        this.atMost = atMost;
    }

    /** How long a question of a look waits for its answer. */
    Duration ofLook() {
        Duration share = atMost.dividedBy(QUESTIONS);
        return share.compareTo(ReplicaAdmin.SOON) < 0 ? share : ReplicaAdmin.SOON;
    }

    /** Whether such a silence is too long now. */
    boolean isOver(Silence silence, long nowNs) {
        return silence.looks() >= LEAST_LOOKS && nowNs - silence.sinceNs() >= atMost.toNanos();
    }
}
