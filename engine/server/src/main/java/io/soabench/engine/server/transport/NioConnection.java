package io.soabench.engine.server.transport;

import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A socket of Java's that can be read past Netty. */
final class NioConnection extends NioSocketChannel {
    int read(ByteBuffer buffer) throws IOException {
        return javaChannel().read(buffer);
    }
}
