package io.soabench.load.loop;

import io.soabench.load.http.Requests;
import io.soabench.load.text.Uiid;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The scratch memory of a thread that sends requests, and the requests that ended meanwhile and are not settled yet.
 * Belongs to one thread.
 */
final class SenderContext {

    private static final int SCRATCH_BYTES = 256;

    /** Requests that have ended. */
    final Deque<InFlightRequest> ended = new ArrayDeque<>();

    /** Is overwritten at any time. */
    final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);

    private final Requests requests;
    private final Uiid uiid;
    private RequestWriter writer;

    SenderContext(Requests requests, Uiid uiid) {
        this.requests = requests;
        this.uiid = uiid;
        writer = new RequestWriter(requests, uiid);
    }

    /** Returns the pen of this thread, at the begin of that request's request. */
    RequestWriter writer(InFlightRequest inFlight) {
        writer.begin(inFlight);
        return writer;
    }

    /** Leaves the writer with a request that is not written to its end; the thread takes another. */
    void leaveWriter() {
        writer = new RequestWriter(requests, uiid);
    }
}
