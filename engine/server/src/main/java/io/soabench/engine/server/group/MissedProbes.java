package io.soabench.engine.server.group;

/**
 * The probes that a process has not answered in a row.
 *
 * @param looks that were not answered, in a row
 * @param sinceNs when the first of them began, by the clock of the engine; without meaning when there are none
 */
record MissedProbes(int looks, long sinceNs) {
    /** The last look was answered. */
    static final MissedProbes NONE = new MissedProbes(0, 0);

    /** Returns the same with one more probe, which began then. */
    MissedProbes andLook(long lookedNs) {
        return new MissedProbes(looks + 1, looks == 0 ? lookedNs : sinceNs);
    }
}
