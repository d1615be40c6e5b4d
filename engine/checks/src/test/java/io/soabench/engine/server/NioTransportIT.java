package io.soabench.engine.server;

import io.soabench.engine.server.transport.TransportOption;

/** Java's own sockets. */
class NioTransportIT extends TransportContract {
    NioTransportIT() {
        super(TransportOption.NIO);
    }
}
