package io.soabench.engine.server.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.soabench.engine.server.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The connections of one event loop to other replicas. Idle connections are kept, by port. Belongs to that loop. */
final class PeerConnections {
    private static final int CONNECT_MS = 5_000;

    private final Transport transport;
    private final EventLoop loop;
    private final int maxBodyBytes;
    private final Map<Integer, Deque<PeerConnection>> idle = new HashMap<>();

    PeerConnections(Transport transport, EventLoop loop, int maxBodyBytes) {
        this.transport = transport;
        this.loop = loop;
        this.maxBodyBytes = maxBodyBytes;
    }

    /**
     * Sends a message on an idle connection, or on a new one.
     *
     * @return the end of the wait for the answer, see {@link Peers#ask}
     */
    Runnable send(int port, String path, PeerMessage message, Consumer<PeerAnswer> answered) {
        Deque<PeerConnection> kept = idle.get(port);
        PeerConnection connection = kept == null ? null : kept.pollLast();
        if (connection != null) {
            connection.send(path, message, answered);
            return () -> connection.giveUp(answered);
        }
        PeerConnection opened = new PeerConnection(this, port, maxBodyBytes);
        new Bootstrap()
                .group(loop)
                .channelFactory(transport.connections())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MS)
                .handler(opened)
                .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .addListener(connected -> {
                    if (connected.isSuccess()) {
                        opened.send(path, message, answered);
                    } else {
                        answered.accept(PeerAnswer.ABSENT);
                    }
                });
        return () -> opened.giveUp(answered);
    }

    void free(PeerConnection connection) {
        idle.computeIfAbsent(connection.port(), port -> new ArrayDeque<>()).addLast(connection);
    }

    void closed(PeerConnection connection) {
        Deque<PeerConnection> kept = idle.get(connection.port());
        if (kept != null) {
            kept.remove(connection);
            if (kept.isEmpty()) {
                idle.remove(connection.port());
            }
        }
    }
}
