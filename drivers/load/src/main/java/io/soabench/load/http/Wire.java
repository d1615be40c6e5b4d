package io.soabench.load.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import tlschannel.ClientTlsChannel;
import tlschannel.NeedsReadException;

/**
 * A non-blocking connection for the bytes of HTTP, in the clear or within TLS. The handshake of TLS is a part of connecting. Used by one thread
 * at a time.
 *
 * <p>Bytes that TLS has encrypted and the network does not take yet wait here: {@link #flush} sends them.
 */
public final class Wire {

    private final SocketChannel socket;
    private final ServerAddress address;
    private final Outgoing outgoing = new Outgoing();

    /** Null in the clear. */
    private final ClientTlsChannel tls;

    private boolean ready;
    private int awaited = SelectionKey.OP_CONNECT;

    private Wire(SocketChannel socket, ServerAddress address) {
        this.socket = socket;
        this.address = address;
        tls = address.trust()
                .map(trust -> ClientTlsChannel.newBuilder(
                                outgoing,
                                trust.engine(address.host(), address.socket().getPort()))
                        .build())
                .orElse(null);
    }

    static Wire of(ServerAddress address) throws IOException {
        SocketChannel socket = SocketChannel.open();
        try {
            socket.configureBlocking(false);
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return new Wire(socket, address);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** The channel below TLS: it takes all bytes, and keeps those that the network does not take yet. */
    private final class Outgoing implements ByteChannel {
        private ByteBuffer kept = ByteBuffer.allocate(0);

        @Override
        public int read(ByteBuffer target) throws IOException {
            return socket.read(target);
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            int count = source.remaining();
            if (drained()) {
                socket.write(source);
            }
            if (source.hasRemaining()) {
                ByteBuffer more = ByteBuffer.allocate(kept.remaining() + source.remaining());
                kept = more.put(kept).put(source).flip();
            }
            return count;
        }

        /** Sends what is kept; returns whether nothing is left. */
        boolean drained() throws IOException {
            if (kept.hasRemaining()) {
                socket.write(kept);
            }
            return !kept.hasRemaining();
        }

        @Override
        public boolean isOpen() {
            return socket.isOpen();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /**
     * Begins to connect.
     *
     * @return whether requests can be sent already; if not, {@link #finish} goes on
     */
    public boolean connect() throws IOException {
        return socket.connect(address.socket()) && finish();
    }

    /**
     * Goes on with connecting when the operation of {@link #awaited} is possible.
     *
     * @return whether requests can be sent now
     * @throws IOException if the server cannot be reached, or TLS does not trust it
     */
    public boolean finish() throws IOException {
        if (!socket.isConnected() && !socket.finishConnect()) {
            return false;
        }
        if (tls != null) {
            try {
                outgoing.drained();
                tls.handshake();
            } catch (NeedsReadException e) {
                awaited = outgoing.drained() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
                return false;
            } catch (ClosedChannelException e) {
                throw new EOFException("the server closed the connection during the TLS handshake");
            }
        }
        awaited = SelectionKey.OP_READ;
        ready = true;
        return true;
    }

    /** Returns whether requests can be sent. */
    public boolean isReady() {
        return ready;
    }

    /** Returns the operations of which one must be possible before connecting goes on. */
    public int awaited() {
        return awaited;
    }

    /** Lets a selector watch it for the operations that connecting needs, or for an answer. */
    public SelectionKey register(Selector selector, Object attachment) throws ClosedChannelException {
        return socket.register(selector, awaited, attachment);
    }

    /** Returns whether a selector does not show all that can be read: then it is read until there is nothing. */
    public boolean readsAhead() {
        return tls != null;
    }

    /**
     * Reads as many bytes as there are.
     *
     * @return 0 when there are none now, -1 when the server has ended the connection
     */
    public int read(ByteBuffer target) throws IOException {
        if (tls == null) {
            return socket.read(target);
        }
        try {
            outgoing.drained();
            int count = tls.read(target);
            if (count < 0 && !tls.shutdownReceived()) {
                throw new EOFException("the server closed the connection without ending TLS");
            }
            return count;
        } catch (NeedsReadException e) {
            return 0;
        }
    }

    /** Writes as many bytes as the network takes now, maybe none. */
    public int write(ByteBuffer source) throws IOException {
        if (tls == null) {
            return socket.write(source);
        }
        return outgoing.drained() ? tls.write(source) : 0;
    }

    /** Sends bytes that were written and are kept; returns whether none are left. */
    public boolean flush() throws IOException {
        return outgoing.drained();
    }

    /** Closes the connection at once. */
    public void close() throws IOException {
        socket.close();
    }
}
