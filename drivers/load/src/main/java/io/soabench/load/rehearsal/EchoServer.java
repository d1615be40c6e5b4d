package io.soabench.load.rehearsal;

import io.soabench.load.http.Requests;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A server that answers every request at once with the same bytes, on one thread of this process and a free loopback
 * port. It sends one answer for each complete request. For some paths it acknowledges the request and calls back.
 */
final class EchoServer implements AutoCloseable {

    private static final int BACKLOG = 1_024;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String LENGTH = "\r\ncontent-length:";
    private static final String UIID = "\r\n" + Requests.UIID_HEADER.toLowerCase(Locale.ROOT) + ":";

    /**
     * The callback that answers requests to a path.
     *
     * @param path of the requests
     * @param address that is called back
     * @param head of the HTTP request that calls back, without its length
     * @param begin start of its body, up to the identifier of the request
     * @param end of its body
     */
    record Callback(String path, InetSocketAddress address, String head, String begin, String end) {

        private byte[] message(String uiid) {
            byte[] body = (begin + uiid + end).getBytes(StandardCharsets.UTF_8);
            byte[] first = (head + "Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
            byte[] whole = Arrays.copyOf(first, first.length + body.length);
            System.arraycopy(body, 0, whole, first.length, body.length);
            return whole;
        }
    }

    /** The bytes of an incomplete request that a connection has received. */
    private static final class Received {

        private byte[] bytes = new byte[4_096];
        private int size;

        private void add(ByteBuffer in) {
            int more = in.remaining();
            if (size + more > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
            }
            in.get(bytes, size, more);
            size += more;
        }

        /** Takes a whole request off and returns its head; null when there is none. */
        private String take() {
            int headSize = headSize();
            if (headSize < 0) {
                return null;
            }
            String head = new String(bytes, 0, headSize, StandardCharsets.ISO_8859_1);
            int whole = headSize + Integer.parseInt(header(head, LENGTH));
            if (size < whole) {
                return null;
            }
            System.arraycopy(bytes, whole, bytes, 0, size - whole);
            size -= whole;
            return head;
        }

        private int headSize() {
            for (int i = 0; i + HEAD_END.length <= size; i++) {
                if (Arrays.equals(bytes, i, i + HEAD_END.length, HEAD_END, 0, HEAD_END.length)) {
                    return i + HEAD_END.length;
                }
            }
            return -1;
        }
    }

    /**
     * Returns the value of a header.
     *
     * @param name as it begins its line, in lower case
     */
    private static String header(String head, String name) {
        int begin = head.toLowerCase(Locale.ROOT).indexOf(name) + name.length();
        return head.substring(begin, head.indexOf('\r', begin)).strip();
    }

    private final Selector selector;
    private final ServerSocketChannel listener;
    private final ByteBuffer answer;
    private final ByteBuffer taken =
            ByteBuffer.wrap("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    private final List<Callback> callbacks;
    private final Map<InetSocketAddress, SocketChannel> calling = new HashMap<>();
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Thread thread;
    private volatile boolean closed;

    /** @param answer a whole HTTP answer */
    EchoServer(byte[] answer, List<Callback> callbacks) throws IOException {
        this.callbacks = List.copyOf(callbacks);
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
                answer(key);
            }
        } catch (IOException e) {
            key.cancel();
        }
    }

    private void answer(SelectionKey key) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        in.clear();
        if (channel.read(in) < 0) {
            channel.close();
            return;
        }
        in.flip();
        if (!(key.attachment() instanceof Received received)) {
            // The answer to a callback is ignored.
            return;
        }
        received.add(in);
        for (String head = received.take(); head != null; head = received.take()) {
            Optional<Callback> callback = callback(head);
            // An answer is small and the one before was read: the socket takes it whole.
            channel.write((callback.isPresent() ? taken : answer).duplicate());
            if (callback.isPresent()) {
                call(callback.get(), header(head, UIID));
            }
        }
    }

    private Optional<Callback> callback(String head) {
        return callbacks.stream()
                .filter(callback -> head.startsWith("POST " + callback.path() + " "))
                .findFirst();
    }

    private void call(Callback callback, String uiid) throws IOException {
        SocketChannel channel = calling.get(callback.address());
        if (channel == null || !channel.isOpen()) {
            channel = SocketChannel.open(callback.address());
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.register(selector, SelectionKey.OP_READ);
            calling.put(callback.address(), channel);
        }
        ByteBuffer message = ByteBuffer.wrap(callback.message(uiid));
        while (message.hasRemaining()) {
            channel.write(message);
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
