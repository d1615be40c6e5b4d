package io.soabench.engine.server.group;

import java.time.Duration;

/**
 * The rule by which a process that does not answer counts as dead: a time, and a number of missed probes. Both must be
 * over, since after a sleep of the host the whole time is over at once. Immutable.
 */
final class LivenessTimeout {
    /**
     * The least number of probes. A probe is a request for the statistics and one for the health, with a second between
     * one probe and the next.
     */
    private static final int LEAST_PROBES = 3;

    private static final int QUESTIONS = 15;

    private final Duration atMost;

    /**
     * Makes the rule.
     *
     * @param atMost the time without an answer
     */
    LivenessTimeout(Duration atMost) {
        this.atMost = atMost;
    }

    /** Returns the time to wait for the answer to one probe. */
    Duration ofProbe() {
        Duration share = atMost.dividedBy(QUESTIONS);
        return share.compareTo(ReplicaAdmin.ANSWER_LIMIT) < 0 ? share : ReplicaAdmin.ANSWER_LIMIT;
    }

    /** Returns whether the missed probes last too long now. */
    boolean isOver(MissedProbes missed, long nowNs) {
        return missed.probes() >= LEAST_PROBES && nowNs - missed.sinceNs() >= atMost.toNanos();
    }
}
