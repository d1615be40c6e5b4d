package io.soabench.engine.server.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import org.junit.jupiter.api.Test;

/** Reservations of a port. Needs SO_REUSEPORT, as replicas that are processes do. */
class PortReservationTest {
    private static final String HOST = "127.0.0.1";

    @Test
    void shouldLetOthersListenWhoShareThePortAndNobodyElse() throws Exception {
        try (PortReservation claim = PortReservation.of(HOST, 0);
                ServerSocketChannel first = ServerSocketChannel.open();
                ServerSocketChannel second = ServerSocketChannel.open();
                ServerSocket stranger = new ServerSocket()) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), claim.port());
            assertThatThrownBy(() -> connect(address)).isInstanceOf(ConnectException.class);

            first.setOption(StandardSocketOptions.SO_REUSEPORT, true).bind(address);
            second.setOption(StandardSocketOptions.SO_REUSEPORT, true).bind(address);

            connect(address);
            assertThatThrownBy(() -> stranger.bind(address)).hasMessageContaining("in use");
        }
    }

    private static void connect(InetSocketAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(address);
        }
    }

    @Test
    void shouldRefuseAPortThatAnotherEngineHasEvenIfThatSharesIt() throws Exception {
        try (PortReservation claim = PortReservation.of(HOST, 0)) {
            assertThatThrownBy(() -> PortReservation.of(HOST, claim.port()).close())
                    .isInstanceOf(GroupStartException.class)
                    .hasMessageStartingWith("host=127.0.0.1 port=" + claim.port() + " cannot be used: ")
                    .hasMessageEndingWith("; choose another --port or --host");
        }
    }

    @Test
    void shouldTakeAPortAtWhichConnectionsOfAnEndedEngineLinger() throws Exception {
        int port;
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort())) {
            port = listener.getLocalPort();
            // The side that closes first keeps the port for some time.
            listener.accept().close();
            assertThat(client.getInputStream().read()).isNegative();
        }

        try (PortReservation claim = PortReservation.of(HOST, port)) {
            assertThat(claim.port()).isEqualTo(port);
        }
    }

    @Test
    void shouldGiveThePortBack() throws Exception {
        int port;
        try (PortReservation claim = PortReservation.of(HOST, 0)) {
            port = claim.port();
        }
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.getLocalPort()).isEqualTo(port);
        }
    }
}
