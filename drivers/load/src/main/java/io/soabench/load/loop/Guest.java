package io.soabench.load.loop;

import java.nio.channels.SelectionKey;
import java.util.Deque;

/** Whose channel the reception thread watches. */
interface Guest {

    /**
     * Goes on after the selector has found its channel ready; called by the reception thread. Never waits.
     *
     * @param ended gets the flights that do not need the wire any more, or have ended
     */
    void ready(SelectionKey found, Reception reception, Deque<Flight> ended);
}
