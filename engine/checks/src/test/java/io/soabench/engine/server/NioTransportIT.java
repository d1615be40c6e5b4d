package io.soabench.engine.server;

import io.soabench.engine.server.transport.TransportWish;

/** Java's own sockets. */
class NioTransportIT extends TransportContract {
    NioTransportIT() {
        super(TransportWish.NIO);
    }
}
