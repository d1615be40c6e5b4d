package io.soabench.engine.server.invoker;

import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A socket to a partner that can be asked whether the other side is still there. */
public final class PartnerSocket extends NioSocketChannel {
    private static final int STATUS_BYTES = 12;
    private static final int STATUS_AT = 9;

    private final ByteBuffer probe = ByteBuffer.allocate(STATUS_BYTES);

    /** What is on a connection on which nothing is due. */
    enum Rest {
        NOTHING,
        /** The partner has closed it, perhaps with a word. */
        END,
        /** Bytes that nobody asked for. */
        BYTES
    }

    /** A socket that is not connected; made by reflection. */
    public PartnerSocket() {
        super();
    }

    /** Looks at the socket, on the event loop. Bytes that are there are lost, so that it can only be closed then. */
    Rest rest() {
        probe.clear();
        try {
            int there = javaChannel().read(probe);
            if (there == 0) {
                return Rest.NOTHING;
            }
            return there < 0 || isFarewell(probe.array(), 0, there) ? Rest.END : Rest.BYTES;
        } catch (IOException e) {
            return Rest.END;
        }
    }

    /** Whether bytes are a response with status 408, by which a server may end a connection it got no request on (RFC 9110, 15.5.9). */
    static boolean isFarewell(byte[] bytes, int offset, int length) {
        return length >= STATUS_BYTES
                && bytes[offset + STATUS_AT] == '4'
                && bytes[offset + STATUS_AT + 1] == '0'
                && bytes[offset + STATUS_AT + 2] == '8';
    }
}
