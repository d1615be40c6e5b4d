package io.soabench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TestPortsTest {

    /** Four blocks of ten ports, far from those that tests get. */
    private static final int FIRST = 9_640;

    private static final int LAST = 9_679;
    private static final int BLOCK = 10;

    private static TestPorts few() {
        return new TestPorts(FIRST, LAST, BLOCK);
    }

    @Test
    void shouldGiveNoPortTwiceAndNoneOfOutgoingConnectionsOrDrivers() throws IOException {
        int outgoing = Integer.parseInt(Files.readString(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))
                .strip()
                .split("\\s+", 2)[0]);

        List<Integer> ports = Stream.generate(TestPorts::next).limit(250).toList();

        assertThat(ports).doesNotHaveDuplicates().allMatch(port -> port >= 10_000 && port < 20_000);
        assertThat(ports).allMatch(port -> outgoing < 11_000 || port < outgoing);
    }

    @Test
    void shouldGivePortsOnWhichAProgramCanListen() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (ServerSocket program = new ServerSocket(TestPorts.next(), 1, InetAddress.getLoopbackAddress())) {
                assertThat(program.isBound()).isTrue();
            }
        }
    }

    /** Another process differs from another object in nothing that counts: each block is one listening socket. */
    @Test
    void shouldGiveDifferentPortsToTwoAtATimeUntilNoneIsLeft() {
        List<TestPorts> processes = List.of(few(), few());
        List<Integer> ports = new ArrayList<>();

        assertThatThrownBy(() -> {
                    for (int i = 0; ; i++) {
                        ports.add(processes.get(i % 2).take());
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no port from 9640 to 9679 is left");

        assertThat(ports)
                .hasSizeGreaterThan(BLOCK)
                .doesNotHaveDuplicates()
                .allMatch(port -> port > FIRST && port <= LAST && (port - FIRST) % BLOCK != 0);
    }

    @Test
    void shouldLeaveOutPortsOnWhichAProgramListens() throws IOException {
        TestPorts ports = new TestPorts(9_700, 9_709, BLOCK);
        int taken = ports.take() + 1;
        try (ServerSocket program = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ports.take()).isGreaterThan(program.getLocalPort());
        }
    }
}
