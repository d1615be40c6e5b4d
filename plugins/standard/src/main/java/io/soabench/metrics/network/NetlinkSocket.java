package io.soabench.metrics.network;

import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A socket to the kernel's NETLINK_SOCK_DIAG. Used by one thread, but {@link #close} after it. */
final class NetlinkSocket implements AutoCloseable {

    /** The result of a receive during which no message came. */
    static final int NO_MESSAGE = 0;

    /** The result of a receive after the kernel dropped messages because the reader was too slow. */
    static final int LOST_MESSAGES = -1;

    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;
    private static final int NETLINK_SOCK_DIAG = 4;
    private static final int SOL_SOCKET = 1;
    private static final int SO_RCVBUF = 8;
    private static final int SO_RCVTIMEO = 20;
    private static final int SO_RCVBUFFORCE = 33;
    private static final int EINTR = 4;
    private static final int EAGAIN = 11;
    private static final int ENOBUFS = 105;
    private static final int MESSAGE_BYTES = 1 << 16;

    private final int descriptor;
    private final byte[] bytes = new byte[MESSAGE_BYTES];

    /**
     * Opens the socket.
     *
     * @param groups bit mask of the groups of messages to receive unasked
     * @param bufferBytes wished for messages that wait; the system may give less
     */
    NetlinkSocket(int groups, int bufferBytes, int timeoutMs) throws IOException {
        descriptor = NetlinkLibrary.socket(AF_NETLINK, SOCK_RAW_CLOEXEC, NETLINK_SOCK_DIAG);
        if (descriptor < 0) {
            throw failure("socket");
        }
        byte[] size = buffer(4).putInt(bufferBytes).array();
        // The first needs a privilege, the second is capped by net.core.rmem_max.
        if (NetlinkLibrary.setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, size, size.length) < 0) {
            NetlinkLibrary.setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, size, size.length);
        }
        byte[] timeout = buffer(16)
                .putLong(timeoutMs / 1000)
                .putLong(timeoutMs % 1000 * 1000L)
                .array();
        byte[] address = buffer(12)
                .putShort((short) AF_NETLINK)
                .putShort((short) 0)
                .putInt(0)
                .putInt(groups)
                .array();
        if (NetlinkLibrary.setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, timeout, timeout.length) < 0
                || NetlinkLibrary.bind(descriptor, address, address.length) < 0) {
            IOException failure = failure("bind");
            NetlinkLibrary.close(descriptor);
            throw failure;
        }
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.nativeOrder());
    }

    void send(byte[] message) throws IOException {
        if (NetlinkLibrary.send(descriptor, message, message.length, 0) < 0) {
            throw failure("send");
        }
    }

    /**
     * Waits for a message and returns its length, {@link #NO_MESSAGE} or {@link #LOST_MESSAGES}. {@link #message} returns the
     * message of that length.
     */
    int receive() throws IOException {
        long length = NetlinkLibrary.recv(descriptor, bytes, bytes.length, 0);
        if (length >= 0) {
            return (int) length;
        }
        int error = Native.getLastError();
        if (error == EAGAIN || error == EINTR) {
            return NO_MESSAGE;
        }
        if (error == ENOBUFS) {
            return LOST_MESSAGES;
        }
        throw new IOException("cannot receive from the kernel's sock_diag: error " + error);
    }

    ByteBuffer message(int length) {
        return ByteBuffer.wrap(bytes, 0, length);
    }

    private static IOException failure(String call) {
        return new IOException(
                "cannot reach the kernel's sock_diag: " + call + " gives error " + Native.getLastError());
    }

    @Override
    public void close() {
        NetlinkLibrary.close(descriptor);
    }
}
