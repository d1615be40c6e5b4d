package io.soabench.load.loop;

import io.soabench.load.http.Requests;
import io.soabench.load.text.Uiid;
import java.nio.ByteBuffer;

/**
 * The buffers of a thread that sends requests. A writer belongs to the thread until the network does not take a request at
 * once; then it stays with that request. Belongs to one thread.
 */
final class SendBuffers {

    private static final int SCRATCH_BYTES = 256;

    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    private final Requests requests;
    private final Uiid uiid;
    private RequestWriter writer;

    SendBuffers(Requests requests, Uiid uiid) {
        this.requests = requests;
        this.uiid = uiid;
        writer = new RequestWriter(requests, uiid);
    }

    /** Returns an empty buffer for bytes that are thrown away. */
    ByteBuffer scratch() {
        return scratch.clear();
    }

    /** Returns the writer of this thread; the caller begins a request with it. */
    RequestWriter writer() {
        return writer;
    }

    /** Leaves the writer with a request that is not written to its end; the thread takes another. */
    void leaveWriter() {
        writer = new RequestWriter(requests, uiid);
    }
}
