package io.soabench.load.rehearsal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Answers every request at once with the same bytes, on one thread of this process and a free loopback port. What it answers on
 * each connection is as many answers as whole requests have arrived.
 */
final class Mirror implements AutoCloseable {

    private static final int BACKLOG = 1_024;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String LENGTH = "\r\ncontent-length:";

    /** What a connection has received of the request that is not whole. */
    private static final class Received {

        private byte[] bytes = new byte[4_096];
        private int size;

        private void add(ByteBuffer in) {
            int more = in.remaining();
            if (size + more > bytes.length) {
                bytes = java.util.Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
            }
            in.get(bytes, size, more);
            size += more;
        }

        /** Takes a whole request off; false when there is none. */
        private boolean take() {
            int head = headSize();
            if (head < 0) {
                return false;
            }
            int whole = head + contentLength(head);
            if (size < whole) {
                return false;
            }
            System.arraycopy(bytes, whole, bytes, 0, size - whole);
            size -= whole;
            return true;
        }

        private int headSize() {
            for (int i = 0; i + HEAD_END.length <= size; i++) {
                if (java.util.Arrays.equals(bytes, i, i + HEAD_END.length, HEAD_END, 0, HEAD_END.length)) {
                    return i + HEAD_END.length;
                }
            }
            return -1;
        }

        private int contentLength(int head) {
            String text = new String(bytes, 0, head, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
            int begin = text.indexOf(LENGTH) + LENGTH.length();
            return Integer.parseInt(
                    text.substring(begin, text.indexOf('\r', begin)).strip());
        }
    }

    private final Selector selector;
    private final ServerSocketChannel listener;
    private final ByteBuffer answer;
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Thread thread;
    private volatile boolean closed;

    /** @param answer a whole HTTP answer */
    Mirror(byte[] answer) throws IOException {
        this.answer = ByteBuffer.allocateDirect(answer.length).put(answer).flip();
        selector = Selector.open();
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        thread = new Thread(this::serve, "mirror");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) listener.getLocalAddress();
    }

    private void serve() {
        try {
            while (!closed) {
                selector.select(this::serve);
            }
        } catch (IOException e) {
            closed = true;
        }
    }

    private void serve(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                SocketChannel channel = listener.accept();
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.register(selector, SelectionKey.OP_READ, new Received());
            } else {
                answer((SocketChannel) key.channel(), (Received) key.attachment());
            }
        } catch (IOException e) {
            key.cancel();
        }
    }

    private void answer(SocketChannel channel, Received received) throws IOException {
        in.clear();
        if (channel.read(in) < 0) {
            channel.close();
            return;
        }
        in.flip();
        received.add(in);
        while (received.take()) {
            // An answer is small and the one before was read: the socket takes it whole.
            channel.write(answer.duplicate());
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
