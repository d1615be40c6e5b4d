package io.soabench.mock;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * A connection of a warm-up, on which one answer is read for each request. It is cheap, so that the host takes most
 * of the time. It reads only the part of HTTP/1.1 that the hosts use. Used by one thread.
 */
final class WarmUpConnection implements AutoCloseable {

    private static final String LENGTH = "\r\ncontent-length:";
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Socket socket;
    private byte[] bytes = new byte[4_096];
    private int size;
    private int received;

    private WarmUpConnection(Socket socket) {
        this.socket = socket;
    }

    /**
     * Opens a connection.
     *
     * @param tls context in which the host is trusted; empty for a host without TLS
     */
    static WarmUpConnection open(InetSocketAddress address, Optional<SSLContext> tls, int timeOutMs)
            throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeOutMs);
            socket.connect(address, timeOutMs);
            return new WarmUpConnection(
                    tls.isEmpty()
                            ? socket
                            : tls.get()
                                    .getSocketFactory()
                                    .createSocket(socket, address.getHostString(), address.getPort(), true));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    void send(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
    }

    /** Returns the number of answers so far. */
    int received() {
        return received;
    }

    /**
     * Reads a whole answer.
     *
     * @return whether the connection can be used again
     * @throws IOException when none comes
     */
    boolean receive() throws IOException {
        size = 0;
        int head = 0;
        while (head == 0) {
            more();
            head = end(HEAD_END);
        }
        String text = new String(bytes, 0, head, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        int at = text.indexOf(LENGTH);
        if (at >= 0) {
            int begin = at + LENGTH.length();
            int whole = head
                    + Integer.parseInt(
                            text.substring(begin, text.indexOf('\r', begin)).strip());
            while (size < whole) {
                more();
            }
        } else if (text.contains("\r\ntransfer-encoding:")) {
            while (!Arrays.equals(
                    bytes, Math.max(head, size - LAST_CHUNK.length), size, LAST_CHUNK, 0, LAST_CHUNK.length)) {
                more();
            }
        }
        received++;
        return !text.contains("\r\nconnection: close");
    }

    /** Returns the end of the mark in the bytes read so far, or 0. */
    private int end(byte[] mark) {
        for (int i = 0; i + mark.length <= size; i++) {
            if (Arrays.equals(bytes, i, i + mark.length, mark, 0, mark.length)) {
                return i + mark.length;
            }
        }
        return 0;
    }

    private void more() throws IOException {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        InputStream in = socket.getInputStream();
        int count = in.read(bytes, size, bytes.length - size);
        if (count < 0) {
            throw new IOException("the connection was closed");
        }
        size += count;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The connection is not used any more.
        }
    }
}
