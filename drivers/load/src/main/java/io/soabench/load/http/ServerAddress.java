package io.soabench.load.http;

import io.soabench.plan.ServerTrust;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The address of a server, and how to talk to it.
 *
 * @param socket resolved
 * @param host the name of the server as the endpoint has it, which a certificate must have too
 * @param trust the certificates by which the server is trusted; empty for HTTP without TLS
 */
public record ServerAddress(InetSocketAddress socket, String host, Optional<ServerTrust> trust) {

    /** Returns the address of a server without TLS. */
    public static ServerAddress clear(InetSocketAddress socket) {
        return new ServerAddress(socket, socket.getHostString(), Optional.empty());
    }

    /** Returns a connection that is not open yet. */
    public Wire wire() throws IOException {
        return Wire.of(this);
    }
}
