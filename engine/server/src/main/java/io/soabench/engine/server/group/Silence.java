package io.soabench.engine.server.group;

/**
 * How long a process has answered nothing.
 *
 * @param looks that were not answered, in a row
 * @param sinceNs when the first of them began, by the clock of the engine; without meaning when there are none
 */
record Silence(int looks, long sinceNs) {
    /** The last look was answered. */
    static final Silence NONE = new Silence(0, 0);

    /** With one more look, which began then. */
    Silence andLook(long lookedNs) {
        return new Silence(looks + 1, looks == 0 ? lookedNs : sinceNs);
    }
}
