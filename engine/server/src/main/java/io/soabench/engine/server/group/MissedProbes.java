package io.soabench.engine.server.group;

/**
 * The probes that a process has missed in a row. Immutable.
 *
 * @param probes the number of missed probes
 * @param sinceNs the start of the first of them, by the clock of the engine; without meaning if there are none
 */
record MissedProbes(int probes, long sinceNs) {
    /** No missed probe: the last one was answered. */
    static final MissedProbes NONE = new MissedProbes(0, 0);

    /** Returns the same with one more probe, which began then. */
    MissedProbes andProbe(long probedNs) {
        return new MissedProbes(probes + 1, probes == 0 ? probedNs : sinceNs);
    }
}
