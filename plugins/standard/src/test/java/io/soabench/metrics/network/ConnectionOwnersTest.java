package io.soabench.metrics.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.metrics.network.TcpSocket.End;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConnectionOwnersTest {

    private static final String LOOPBACK = "0".repeat(20) + "ffff7f000001";
    private static final End DOOR = new End(LOOPBACK, 8080);
    private static final End PARTNER = new End(LOOPBACK, 9090);
    private static final End SOMEONE = new End(LOOPBACK, 40_000);
    private static final TcpSocket LISTENER = new TcpSocket(1, true, 11, DOOR, new End("0".repeat(32), 0), 0, 0);

    private final ConnectionOwners connections = new ConnectionOwners();

    private static TcpSocket socket(long cookie, long inode, End local, End remote, long sent, long received) {
        return new TcpSocket(cookie, false, inode, local, remote, sent, received);
    }

    private ConnectionOwners.Total observe(
            long owner, Set<Long> inodes, List<TcpSocket> alive, List<TcpSocket> closed) {
        return connections.observe(owner, inodes, alive, closed);
    }

    @Test
    void shouldTakeTheFinalCountOfAConnectionOnce() {
        TcpSocket alive = socket(2, 12, DOOR, SOMEONE, 10, 1);
        TcpSocket closed = socket(2, 0, DOOR, SOMEONE, 50, 4);
        assertThat(observe(7, Set.of(11L, 12L), List.of(LISTENER, alive), List.of()))
                .isEqualTo(new ConnectionOwners.Total(10, 1));

        assertThat(observe(7, Set.of(11L), List.of(LISTENER, alive), List.of(closed)))
                .isEqualTo(new ConnectionOwners.Total(50, 4));
        assertThat(observe(7, Set.of(11L), List.of(LISTENER), List.of())).isEqualTo(new ConnectionOwners.Total(50, 4));
    }

    @Test
    void shouldKeepTheLastCountUntilTheKernelTellsTheFinalOne() {
        observe(7, Set.of(12L), List.of(socket(2, 12, SOMEONE, PARTNER, 10, 1)), List.of());

        assertThat(observe(7, Set.of(), List.of(), List.of())).isEqualTo(new ConnectionOwners.Total(10, 1));
    }

    @Test
    void shouldClaimWhatEndedBeforeTheServerWasFirstObserved() {
        assertThat(observe(8, Set.of(), List.of(), List.of(socket(3, 0, DOOR, SOMEONE, 5, 6))))
                .isEqualTo(ConnectionOwners.Total.NONE);

        assertThat(observe(7, Set.of(11L), List.of(LISTENER), List.of())).isEqualTo(new ConnectionOwners.Total(5, 6));
    }

    @Test
    void shouldNotMixTheTwoEndsOfALocalConnection() {
        TcpSocket server = socket(2, 12, DOOR, SOMEONE, 100, 1);
        TcpSocket client = socket(3, 13, SOMEONE, DOOR, 1, 100);

        assertThat(observe(7, Set.of(11L, 12L), List.of(LISTENER, server, client), List.of()))
                .isEqualTo(new ConnectionOwners.Total(100, 1));
        assertThat(observe(8, Set.of(13L), List.of(LISTENER, server, client), List.of()))
                .isEqualTo(new ConnectionOwners.Total(1, 100));
    }

    @Test
    void shouldGiveABriefCallToTheOnlyKnownCaller() {
        observe(7, Set.of(12L), List.of(socket(2, 12, SOMEONE, PARTNER, 0, 0)), List.of());

        assertThat(observe(7, Set.of(), List.of(), List.of(socket(9, 0, new End(LOOPBACK, 40_001), PARTNER, 3, 4))))
                .isEqualTo(new ConnectionOwners.Total(3, 4));
    }

    @Test
    void shouldGiveABriefCallToNobodyWhenThereAreTwoCallers() {
        TcpSocket of7 = socket(2, 12, SOMEONE, PARTNER, 0, 0);
        TcpSocket of8 = socket(3, 13, new End(LOOPBACK, 40_002), PARTNER, 0, 0);
        observe(7, Set.of(12L), List.of(of7, of8), List.of());
        observe(8, Set.of(13L), List.of(of7, of8), List.of());
        TcpSocket brief = socket(9, 0, new End(LOOPBACK, 40_001), PARTNER, 3, 4);

        assertThat(observe(7, Set.of(12L), List.of(of7, of8), List.of(brief))).isEqualTo(ConnectionOwners.Total.NONE);
        assertThat(observe(8, Set.of(13L), List.of(of7, of8), List.of())).isEqualTo(ConnectionOwners.Total.NONE);
    }

    @Test
    void shouldAcceptForEveryAddressWhenItListensOnAny() {
        assertThat(new End("0".repeat(32), 8080).accepts(DOOR)).isTrue();
        assertThat(new End("0".repeat(20) + "ffff" + "0".repeat(8), 8080).accepts(DOOR))
                .isTrue();
        assertThat(new End(LOOPBACK, 8081).accepts(DOOR)).isFalse();
        assertThat(new End("0".repeat(20) + "ffff7f000002", 8080).accepts(DOOR)).isFalse();
    }
}
