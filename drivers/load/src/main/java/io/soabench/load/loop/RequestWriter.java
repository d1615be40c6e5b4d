package io.soabench.load.loop;

import io.soabench.load.http.Requests;
import io.soabench.load.text.Uiid;
import java.nio.ByteBuffer;

/**
 * A writer of requests, piece by piece. Belongs to one thread, or to the request that the network did not take at once.
 */
final class RequestWriter {

    private static final int BUFFER_BYTES = 16_384;

    private final Uiid uiid;
    private final byte[] uiidBytes;
    private final Requests.Rendering rendering;
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);

    RequestWriter(Requests requests, Uiid uiid) {
        this.uiid = uiid;
        uiidBytes = uiid.buffer();
        rendering = requests.rendering();
    }

    /**
     * Begins a request.
     *
     * @param client of the trace, from 1
     * @param number of the request of that client, from 1
     * @param lap from 1
     * @param chunk index of the request file
     * @param row of the records that fill it, see {@link io.soabench.load.input.Trace#row}
     */
    void begin(int client, int number, int lap, int chunk, int row) {
        int size = uiid.put(uiidBytes, 0, client, number, lap);
        rendering.begin(chunk, row, uiidBytes, size);
        out.clear().flip();
    }

    /** Goes back to the start of the same request. */
    void rewind() {
        rendering.rewind();
        out.clear().flip();
    }

    /** Returns whether there is something to write in {@link #out()}. */
    boolean more() {
        if (out.hasRemaining()) {
            return true;
        }
        out.clear();
        boolean some = rendering.fill(out);
        out.flip();
        return some;
    }

    /** Returns the next bytes. */
    ByteBuffer out() {
        return out;
    }
}
