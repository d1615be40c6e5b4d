package io.soabench.load.loop;

import java.nio.channels.SelectionKey;
import java.util.Deque;

/** A handler of the events of one channel that the receiver thread selects. */
interface ChannelHandler {

    /**
     * Goes on after the selector has found its channel ready; called by the receiver thread. Never waits.
     *
     * @param ended gets the requests that do not need the connection any more, or have ended
     */
    void ready(SelectionKey found, ReceiverContext receiver, Deque<InFlightRequest> ended);
}
