package io.soabench.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.http.Expectation;
import io.soabench.load.http.Requests;
import io.soabench.load.text.Uiid;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Somebody calls while no descriptor is left for the connection. */
class CallbackListenerTest {

    private static final long DEADLINE_MS = 30_000;

    private final AtomicLong nowNs = new AtomicLong(1_000_000_000);
    private final AtomicBoolean exhausted = new AtomicBoolean(true);
    private final AtomicInteger attempts = new AtomicInteger();
    private final PendingCallbacks pendingCallbacks = new PendingCallbacks();

    /** A clock that goes on when the test lets it. */
    private HostClock clock() {
        return new HostClock() {

            @Override
            public long epochNanos() {
                return nowNs.get();
            }

            @Override
            public Instant now() {
                return Instant.EPOCH.plusNanos(nowNs.get());
            }
        };
    }

    private CallbackListener.Acceptor acceptor(ServerSocketChannel socket) {
        return () -> {
            attempts.incrementAndGet();
            if (exhausted.get()) {
                throw new IOException("Too many open files");
            }
            return socket.accept();
        };
    }

    /** No callback answers a functional check. */
    static final CallbackListener.Checks NO_CHECKS = new CallbackListener.Checks() {

        @Override
        public boolean have(String uiid) {
            return false;
        }

        @Override
        public void called(String uiid, byte[] message) {
            throw new AssertionError("no check is called back");
        }
    };

    private CallbackListener callbackListener() {
        return new CallbackListener(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new Requests(
                        List.of(new Requests.Receiver(
                                URI.create("http://127.0.0.1:1/a"), "", new Expectation(true, ""))),
                        List.of("<a/>".getBytes(StandardCharsets.UTF_8)),
                        false),
                new Uiid("office"),
                clock(),
                pendingCallbacks,
                NO_CHECKS,
                this::acceptor);
    }

    private static void letBeReady(Selector selector, long ms) throws IOException {
        ReceiverContext receiver = new ReceiverContext((intendedNs, chunk, client, number, lap) -> false);
        selector.select(key -> ((ChannelHandler) key.attachment()).ready(key, receiver, new ArrayDeque<>()), ms);
    }

    @Test
    void shouldPauseWhenNoDescriptorIsLeftAndLetCallersInAfterwards() throws IOException {
        try (Selector selector = Selector.open();
                CallbackListener callbackListener = callbackListener()) {
            callbackListener.register(selector);
            SelectionKey key = selector.keys().iterator().next();
            assertThat(callbackListener.look()).as("nothing to wait for").isZero();
            try (Socket caller = new Socket(
                    InetAddress.getLoopbackAddress(), callbackListener.address().getPort())) {
                assertThat(caller.isConnected()).isTrue();
                letBeReady(selector, DEADLINE_MS);
                assertThat(attempts).hasValue(1);

                for (int i = 0; i < 100; i++) {
                    assertThat(selector.selectNow())
                            .as("who waits keeps nobody busy")
                            .isZero();
                    assertThat(callbackListener.look()).isBetween(1L, CallbackListener.PAUSE_MS + 1);
                }
                assertThat(attempts).hasValue(1);
                assertThat(pendingCallbacks.counts().notAccepted()).isEqualTo(1);

                nowNs.addAndGet(TimeUnit.MILLISECONDS.toNanos(CallbackListener.PAUSE_MS));
                assertThat(callbackListener.look()).isZero();
                letBeReady(selector, DEADLINE_MS);
                assertThat(attempts).as("still none left").hasValue(2);
                assertThat(key.interestOps()).isZero();

                exhausted.set(false);
                nowNs.addAndGet(TimeUnit.MILLISECONDS.toNanos(CallbackListener.PAUSE_MS));
                assertThat(callbackListener.look()).isZero();
                letBeReady(selector, DEADLINE_MS);
                assertThat(selector.keys()).as("the socket and the caller").hasSize(2);
                assertThat(pendingCallbacks.counts().notAccepted()).isEqualTo(2);
                assertThat(key.interestOps()).isEqualTo(SelectionKey.OP_ACCEPT);
            }
        }
    }
}
