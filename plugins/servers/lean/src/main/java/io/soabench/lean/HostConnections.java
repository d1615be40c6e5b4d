package io.soabench.lean;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** All connections of a host and the number of requests that have no answer yet. Safe for use by many threads. */
final class HostConnections {

    /** The interval at which {@link #drain} checks; stopping is not on the path of any request. */
    private static final long LOOK_MS = 2;

    private final ChannelGroup connections;
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile boolean stopping;

    HostConnections(EventLoopGroup loops) {
        connections = new DefaultChannelGroup("connections", loops.next());
    }

    void connected(Channel channel) {
        connections.add(channel);
    }

    void begin() {
        unanswered.incrementAndGet();
    }

    void end() {
        unanswered.decrementAndGet();
    }

    int unanswered() {
        return unanswered.get();
    }

    /** Returns whether new requests have to be turned away. */
    boolean stopping() {
        return stopping;
    }

    /** Waits until every request is answered or the time is over, then closes all connections. */
    void drain(Duration grace) {
        stopping = true;
        for (long left = grace.toMillis(); left > 0 && unanswered.get() > 0; left -= LOOK_MS) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
        }
        connections.close().awaitUninterruptibly();
    }
}
