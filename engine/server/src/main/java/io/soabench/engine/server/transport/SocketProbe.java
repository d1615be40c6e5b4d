package io.soabench.engine.server.transport;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A check of idle connections: it finds whether the other side has closed one. Belongs to one event loop. */
public final class SocketProbe {
    private static final int STATUS_BYTES = 12;
    private static final int STATUS_AT = 9;
    private static final int RECORD_BYTES = 4_096;

    private final Transport transport;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(STATUS_BYTES);
    private final byte[] bytes = new byte[STATUS_BYTES];
    private ByteBuffer records;

    /** The states of an idle connection. */
    public enum IdleState {
        NOTHING,
        /** The other side has closed the connection, perhaps after a status 408. */
        END,
        /** Unexpected bytes. */
        BYTES
    }

    /** Makes a probe for the connections of a transport. */
    public SocketProbe(Transport transport) {
        this.transport = transport;
    }

    /**
     * Reads the socket of an idle connection. Costs a system call. The bytes are lost, so a connection with bytes must
     * be closed afterwards.
     *
     * @param connection made by {@link Transport#connections}
     */
    public IdleState rest(Channel connection) {
        buffer.clear();
        try {
            int there = transport.read(connection, buffer);
            if (there == 0) {
                return IdleState.NOTHING;
            }
            if (there < 0) {
                return IdleState.END;
            }
            buffer.get(0, bytes, 0, there);
            return isTimeoutResponse(bytes, there) ? IdleState.END : IdleState.BYTES;
        } catch (IOException e) {
            return IdleState.END;
        }
    }

    /**
     * Passes the bytes in the socket of an idle connection on to its handlers, as if they had just arrived. So no bytes
     * are lost, which TLS needs: a partner may send records without data at any time. Costs a system call.
     *
     * @param connection made by {@link Transport#connections}
     * @return false if the other side has closed the connection
     */
    public boolean deliver(Channel connection) {
        if (records == null) {
            records = ByteBuffer.allocateDirect(RECORD_BYTES);
        }
        boolean delivered = false;
        int there;
        do {
            records.clear();
            try {
                there = transport.read(connection, records);
            } catch (IOException e) {
                return false;
            }
            if (there > 0) {
                records.position(0).limit(there);
                connection.pipeline().fireChannelRead(Unpooled.copiedBuffer(records));
                delivered = true;
            }
        } while (there == RECORD_BYTES && connection.isActive());
        if (delivered) {
            connection.pipeline().fireChannelReadComplete();
        }
        return there >= 0 && connection.isActive();
    }

    /**
     * Returns whether bytes are a response with status 408. A server may send it before it closes a connection without
     * a request (RFC 9110, 15.5.9).
     */
    public static boolean isTimeoutResponse(byte[] bytes, int length) {
        return length >= STATUS_BYTES
                && bytes[STATUS_AT] == '4'
                && bytes[STATUS_AT + 1] == '0'
                && bytes[STATUS_AT + 2] == '8';
    }
}
