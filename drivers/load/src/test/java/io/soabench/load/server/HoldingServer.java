package io.soabench.load.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers nobody until so many requests have come as its argument says, one on each connection; then all. One thread, and a process of
 * its own, because each connection takes a file descriptor. Prints its port; must be ended from outside.
 */
public final class HoldingServer {

    private static final int BACKLOG = 4_096;
    private static final String END = "Envelope>";

    private final int hold;
    private final Selector selector = Selector.open();
    private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);
    private final List<SocketChannel> held = new ArrayList<>();

    private HoldingServer(int hold) throws IOException {
        this.hold = hold;
    }

    public static void main(String[] arguments) throws IOException {
        new HoldingServer(Integer.parseInt(arguments[0])).run();
    }

    private void run() throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        System.out.println(((InetSocketAddress) listener.getLocalAddress()).getPort());
        while (true) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                serve(key);
            }
            selector.selectedKeys().clear();
        }
    }

    private void serve(SelectionKey key) throws IOException {
        if (key.isAcceptable()) {
            SocketChannel channel = ((ServerSocketChannel) key.channel()).accept();
            if (channel != null) {
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, "");
            }
            return;
        }
        SocketChannel channel = (SocketChannel) key.channel();
        in.clear();
        if (channel.read(in) < 0) {
            channel.close();
            return;
        }
        String request = (String) key.attachment() + StandardCharsets.UTF_8.decode(in.flip());
        key.attach(request);
        if (request.endsWith(END)) {
            held.add(channel);
            if (held.size() == hold) {
                for (SocketChannel each : held) {
                    each.write(ByteBuffer.wrap(ScriptedServer.good()));
                }
            }
        }
    }
}
