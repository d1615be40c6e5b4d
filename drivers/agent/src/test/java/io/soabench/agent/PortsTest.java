package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortsTest {

    private static final String HERE = "127.0.0.1";
    private static final int TAKEN = 20;

    @Test
    void shouldGiveEachPortOnce() throws IOException {
        Ports ports = new Ports();
        Set<Integer> given = new HashSet<>();
        for (int i = 0; i < TAKEN; i++) {
            given.add(ports.choose(HERE));
        }

        assertThat(given).hasSize(TAKEN);
    }

    /** Nothing listens at what was given yet, so one cannot see what the other has. */
    @Test
    void shouldNotGiveWhatAnotherOneOfThisProcessGives() throws IOException {
        Ports one = new Ports();
        Ports other = new Ports();
        Set<Integer> given = new HashSet<>();
        for (int i = 0; i < TAKEN; i++) {
            given.add(one.choose(HERE));
            given.add(other.choose(HERE));
        }

        assertThat(given).hasSize(2 * TAKEN);
    }

    @Test
    void shouldPassOverWhatIsTakenAndSayByWhom() throws IOException {
        Ports ports = new Ports();
        int before = ports.choose(HERE);
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), before + 1));

            assertThat(Ports.free(HERE, before + 1)).isFalse();
            assertThat(ports.choose(HERE)).isGreaterThan(before + 1);
            assertThat(Ports.owner(before + 1))
                    .contains("process " + ProcessHandle.current().pid() + " (java)");
        }
    }
}
