package io.soabench.engine.server.transport;

import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A socket of Java that the engine can read directly, without Netty. Belongs to one event loop. */
final class NioConnection extends NioSocketChannel {
    int read(ByteBuffer buffer) throws IOException {
        return javaChannel().read(buffer);
    }
}
