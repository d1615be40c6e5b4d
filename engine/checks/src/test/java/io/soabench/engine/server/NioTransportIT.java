package io.soabench.engine.server;

import io.soabench.engine.server.transport.TransportOption;

/** The transport by sockets of Java. */
class NioTransportIT extends TransportContract {
    NioTransportIT() {
        super(TransportOption.NIO);
    }
}
