package io.soabench.load.replay;

/** The order in which a thread gets its requests. */
interface Turns {

    /**
     * The next request.
     *
     * @param turn receives it
     * @param lastEndNs when the thread's last request ended; before the first one, the begin of the warm-up
     * @return false when nothing is left
     */
    boolean next(Turn turn, long lastEndNs);
}
