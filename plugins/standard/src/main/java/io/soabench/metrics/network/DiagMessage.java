package io.soabench.metrics.network;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * The format of sock_diag(7) messages for TCP. Linux's user API headers define it: {@code struct nlmsghdr}, {@code
 * inet_diag_req_v2}, {@code inet_diag_msg} and {@code tcp_info}. Addresses and ports have the byte order of the
 * network, all else has that of the machine.
 */
final class DiagMessage {

    static final int AF_INET = 2;
    static final int AF_INET6 = 10;

    private static final int HEADER = 16;
    private static final int NLMSG_ERROR = 2;
    private static final int NLMSG_DONE = 3;
    private static final short SOCK_DIAG_BY_FAMILY = 20;
    private static final short REQUEST_DUMP = 0x301;
    private static final byte IPPROTO_TCP = 6;
    private static final int INET_DIAG_INFO = 2;
    private static final int LISTEN = 10;

    /** All states but TIME_WAIT and the two states of an opening connection, which have no counts. */
    private static final int STATES = 0xfff & ~((1 << 6) | (1 << 3) | (1 << 2));

    private static final int REQUEST = HEADER + 56;
    private static final int BODY = 72;
    private static final int BYTES_RECEIVED = 128;
    private static final int BYTES_SENT = 200;
    private static final int BYTES_RETRANSMITTED = 208;

    private DiagMessage() {}

    /** Returns a request for all TCP sockets of an address family. */
    static byte[] request(int family, int sequence) {
        ByteBuffer out = ByteBuffer.allocate(REQUEST).order(ByteOrder.nativeOrder());
        out.putInt(REQUEST)
                .putShort(SOCK_DIAG_BY_FAMILY)
                .putShort(REQUEST_DUMP)
                .putInt(sequence)
                .putInt(0);
        out.put((byte) family)
                .put(IPPROTO_TCP)
                .put((byte) (1 << (INET_DIAG_INFO - 1)))
                .put((byte) 0)
                .putInt(STATES);
        return out.array();
    }

    /**
     * Reads a datagram from the kernel.
     *
     * @return whether it completes the answer to a request
     * @throws IllegalStateException when the kernel refuses the request
     */
    static boolean read(ByteBuffer in, Consumer<TcpSocket> sockets) {
        in.order(ByteOrder.nativeOrder());
        int at = in.position();
        while (at + HEADER <= in.limit()) {
            int length = in.getInt(at);
            int type = in.getShort(at + 4);
            if (type == NLMSG_DONE) {
                return true;
            }
            if (type == NLMSG_ERROR) {
                throw new IllegalStateException("the kernel refuses to list sockets: error " + -in.getInt(at + HEADER));
            }
            if (length < HEADER || at + length > in.limit()) {
                return false;
            }
            if (type == SOCK_DIAG_BY_FAMILY && length >= HEADER + BODY) {
                TcpSocket socket = socket(in, at + HEADER, at + length);
                if (socket != null) {
                    sockets.accept(socket);
                }
            }
            at += align(length);
        }
        return false;
    }

    /**
     * Returns the socket, or {@code null} for the remainder of a socket that the kernel has already reported as ended
     * (FIN_WAIT2, TIME_WAIT).
     */
    private static TcpSocket socket(ByteBuffer in, int at, int end) {
        boolean six = in.get(at) == AF_INET6;
        boolean whole = false;
        long sent = -1;
        long received = -1;
        for (int a = at + BODY; a + 4 <= end; a += align(Math.max(4, in.getShort(a)))) {
            int info = a + 4;
            boolean counts = in.getShort(a + 2) == INET_DIAG_INFO;
            whole |= counts;
            if (counts && in.getShort(a) >= 4 + BYTES_RETRANSMITTED + 8) {
                sent = in.getLong(info + BYTES_SENT) - in.getLong(info + BYTES_RETRANSMITTED);
                received = in.getLong(info + BYTES_RECEIVED);
            }
        }
        if (!whole) {
            return null;
        }
        return new TcpSocket(
                in.getLong(at + 44),
                in.get(at + 1) == LISTEN,
                Integer.toUnsignedLong(in.getInt(at + 68)),
                end(in, six, at + 4, at + 8),
                end(in, six, at + 6, at + 24),
                sent,
                received);
    }

    private static TcpSocket.End end(ByteBuffer in, boolean six, int port, int address) {
        byte[] bytes = new byte[16];
        if (six) {
            in.get(address, bytes);
        } else {
            bytes[10] = bytes[11] = (byte) 0xff;
            in.get(address, bytes, 12, 4);
        }
        int number = ((in.get(port) & 0xff) << 8) | (in.get(port + 1) & 0xff);
        return new TcpSocket.End(HexFormat.of().formatHex(bytes), number);
    }

    private static int align(int length) {
        return (length + 3) & ~3;
    }
}
