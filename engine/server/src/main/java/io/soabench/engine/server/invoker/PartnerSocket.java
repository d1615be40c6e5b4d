package io.soabench.engine.server.invoker;

import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A socket to a partner that can be asked whether the other side is still there. */
public final class PartnerSocket extends NioSocketChannel {
    private static final int NOTHING_THERE = 0;

    private final ByteBuffer probe = ByteBuffer.allocate(1);

    /** A socket that is not connected; made by reflection. */
    public PartnerSocket() {
        super();
    }

    /**
     * Whether a connection on which nothing is due has been closed by the partner, or holds bytes nobody asked for; called on the
     * event loop. A byte that is there is lost, so a stale socket can only be closed.
     */
    boolean isStale() {
        probe.clear();
        try {
            return javaChannel().read(probe) != NOTHING_THERE;
        } catch (IOException e) {
            return true;
        }
    }
}
