package io.soabench.load.loop;

import io.soabench.load.http.Requests;
import io.soabench.load.text.Uiid;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a thread needs to send requests, and the flights that ended while it did and are still to be settled. Belongs to one thread. */
final class Hand {

    private static final int SCRATCH_BYTES = 256;

    /** Flights that have ended. */
    final Deque<Flight> ended = new ArrayDeque<>();

    /** Is overwritten at any time. */
    final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);

    private final Requests requests;
    private final Uiid uiid;
    private Pen pen;

    Hand(Requests requests, Uiid uiid) {
        this.requests = requests;
        this.uiid = uiid;
        pen = new Pen(requests, uiid);
    }

    /** The pen of this thread, at the begin of that flight's request. */
    Pen pen(Flight flight) {
        pen.begin(flight);
        return pen;
    }

    /** The pen stays with a flight that is not written to its end; the thread takes another. */
    void leavePen() {
        pen = new Pen(requests, uiid);
    }
}
