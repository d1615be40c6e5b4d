package io.soabench.engine.server.group;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * A reservation of the port at which all replicas listen. The parent holds it as long as the engine runs, so that no
 * other program can take the port while no replica listens. The socket of the parent is bound but does not listen, so
 * it gets no connections. All sockets at the port have the option SO_REUSEPORT and belong to one user. Source:
 * socket(7).
 */
final class PortReservation implements AutoCloseable {
    private final SocketChannel held;
    private final int port;

    private PortReservation(SocketChannel held, int port) {
        this.held = held;
        this.port = port;
    }

    /**
     * Takes a port.
     *
     * @param port 0 for any free port
     * @throws GroupStartException when another program has it, or processes cannot share a port on this system
     */
    static PortReservation of(String host, int port) throws GroupStartException {
        try {
            int free = free(host, port);
            SocketChannel held = SocketChannel.open();
            try {
                if (!held.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT)) {
                    throw new GroupStartException(
                            "replica-kind=processes needs sockets that can share a port (SO_REUSEPORT), which this system"
                                    + " does not have; use --replica-kind threads",
                            null);
                }
                held.setOption(StandardSocketOptions.SO_REUSEPORT, true);
                // Connections of an engine without SO_REUSEPORT may linger at the port after its end.
                held.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                held.bind(new InetSocketAddress(host, free));
                // Otherwise another program could take the port.
                held.setOption(StandardSocketOptions.SO_REUSEADDR, false);
                return new PortReservation(held, free);
            } catch (IOException | GroupStartException | RuntimeException e) {
                held.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            throw new GroupStartException(
                    "host=" + host + " port=" + port + " cannot be used: " + e.getMessage()
                            + "; choose another --port or --host",
                    e);
        }
    }

    /**
     * Finds a free port. A port bound without the option is refused to every other socket, also to one with the option.
     */
    private static int free(String host, int port) throws IOException {
        try (ServerSocketChannel probe = ServerSocketChannel.open()) {
            probe.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            probe.bind(new InetSocketAddress(host, port), 1);
            return ((InetSocketAddress) probe.getLocalAddress()).getPort();
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        held.close();
    }
}
