package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.guard.Exhaustion;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures of a listener: no client waits for ever, and the engine learns when none can reach it any more. */
@Tag("it")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ListenerTest {
    private static final int PATIENCE_MS = 30_000;
    private static final byte SIGN = 7;

    private final Counters counters = new Counters();
    private final Exhaustion exhaustion =
            new Exhaustion(Exhaustion.Heap.OWN, new SystemEngineClock(), Duration.ofSeconds(1), () -> {});
    private final AtomicInteger ends = new AtomicInteger();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private EventLoopGroup loops;

    @BeforeEach
    void open() throws Exception {
        loops = Transport.NIO.loops(1, new DefaultThreadFactory("connections", true));
    }

    @AfterEach
    void close() {
        Transport.close(loops, 1_500);
        exhaustion.close();
    }

    private Listener listener(Supplier<ChannelHandler> connection) throws EngineStartException {
        return new Listener(
                Transport.NIO,
                null,
                "127.0.0.1",
                0,
                false,
                List.of(new Listener.Target(loops, connection)),
                new Listener.Watch(new Failures(counters, new SystemEngineClock(), exhaustion), () -> {
                    ends.incrementAndGet();
                    ended.complete(null);
                }));
    }

    private static Socket connect(Listener listener) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), listener.port());
        socket.setSoTimeout(PATIENCE_MS);
        return socket;
    }

    /** A handler that sends a sign to each client. */
    private static ChannelHandler greeting() {
        return new ChannelInboundHandlerAdapter() {
            @Override
            @SuppressWarnings("FutureReturnValueIgnored") // The client waits for the sign.
            public void channelActive(ChannelHandlerContext context) {
                context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {SIGN}), context.voidPromise());
            }
        };
    }

    @Test
    void shouldCloseAConnectionForWhichThereIsNoMemoryAndAcceptTheNext() throws Exception {
        AtomicInteger made = new AtomicInteger();
        try (Listener listener = listener(() -> {
                    if (made.getAndIncrement() == 0) {
                        throw new OutOfMemoryError("as if there were none");
                    }
                    return greeting();
                });
                Socket first = connect(listener)) {
            assertThat(first.getInputStream().read()).isEqualTo(-1);
            try (Socket second = connect(listener)) {
                assertThat(second.getInputStream().read()).isEqualTo(SIGN);
            }
            assertThat(counters.value(Counter.ERRORS)).isEqualTo(1);
        }
        assertThat(ends).hasValue(0);
    }

    @Test
    void shouldReportTheEndOfItsThread() throws Exception {
        CompletableFuture<EventExecutor> acceptor = new CompletableFuture<>();
        try (Listener listener = listener(() -> {
                    acceptor.complete(ThreadExecutorMap.currentExecutor());
                    return greeting();
                });
                Socket client = connect(listener)) {
            assertThat(client.getInputStream().read()).isEqualTo(SIGN);

            assertThat(acceptor.get(PATIENCE_MS, TimeUnit.MILLISECONDS)
                            .shutdownGracefully(0, 0, TimeUnit.SECONDS)
                            .await(PATIENCE_MS))
                    .isTrue();

            assertThat(ended).succeedsWithin(Duration.ofMillis(PATIENCE_MS));
        }
    }

    @Test
    void shouldReportNothingWhenItIsClosed() throws Exception {
        try (Listener listener = listener(ListenerTest::greeting);
                Socket client = connect(listener)) {
            assertThat(client.getInputStream().read()).isEqualTo(SIGN);
        }

        assertThat(ends).hasValue(0);
    }
}
