package io.soabench.load.bench;

import io.soabench.load.server.ScriptedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Answers every request at once with the same bytes, on one thread. It knows one thing of HTTP: each request of this client
 * ends with the end of its envelope. Prints its port; ends when standard input does.
 */
final class CannedServer {

    private static final byte END = '>';
    private static final byte[] MARK = "Envelope".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private CannedServer() {}

    public static void main(String[] arguments) throws IOException {
        Selector selector = Selector.open();
        ServerSocketChannel listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        Thread end = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Until the bench closes it.
                }
            } catch (IOException e) {
                // The same as the end.
            }
            Runtime.getRuntime().halt(0);
        });
        end.setDaemon(true);
        end.start();
        System.out.println(((InetSocketAddress) listener.getLocalAddress()).getPort());
        ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);
        ByteBuffer answer =
                ByteBuffer.allocateDirect(1 << 12).put(ScriptedServer.good()).flip();
        while (true) {
            selector.select(key -> serve(key, selector, in, answer));
        }
    }

    private static void serve(SelectionKey key, Selector selector, ByteBuffer in, ByteBuffer answer) {
        try {
            if (key.isAcceptable()) {
                SocketChannel channel = ((ServerSocketChannel) key.channel()).accept();
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.register(selector, SelectionKey.OP_READ);
                return;
            }
            SocketChannel channel = (SocketChannel) key.channel();
            in.clear();
            int count = channel.read(in);
            if (count < 0) {
                channel.close();
            } else if (endsRequest(in)) {
                channel.write(answer.duplicate());
            }
        } catch (IOException e) {
            key.cancel();
        }
    }

    private static boolean endsRequest(ByteBuffer in) {
        int end = in.position() - 1;
        if (end < MARK.length || in.get(end) != END) {
            return false;
        }
        for (int i = 0; i < MARK.length; i++) {
            if (in.get(end - MARK.length + i) != MARK[i]) {
                return false;
            }
        }
        return true;
    }
}
