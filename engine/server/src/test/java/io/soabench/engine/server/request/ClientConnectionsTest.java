package io.soabench.engine.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.guard.Exhaustion;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.transport.Transport;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ClientConnectionsTest {
    private static final long PATIENCE_S = 60;

    /** A clock that fails once, and counts its readings afterwards. */
    private static final class FailingClock implements EngineClock {
        private final EngineClock clock = new SystemEngineClock();
        private final AtomicBoolean fails = new AtomicBoolean();
        private final CountDownLatch failed = new CountDownLatch(1);
        private final CountDownLatch later = new CountDownLatch(3);

        @Override
        public long nanoTime() {
            if (fails.compareAndSet(true, false)) {
                failed.countDown();
                throw new OutOfMemoryError("as if there were none");
            }
            if (failed.getCount() == 0) {
                later.countDown();
            }
            return clock.nanoTime();
        }

        @Override
        public long epochMs() {
            return clock.epochMs();
        }
    }

    @Test
    void shouldLookForLateConnectionsAlsoAfterAnError() throws Exception {
        Counters counters = new Counters();
        FailingClock clock = new FailingClock();
        EventLoopGroup loops = Transport.NIO.loops(1, new DefaultThreadFactory("http", true));
        try (Exhaustion exhaustion =
                new Exhaustion(Exhaustion.Heap.OWN, new SystemEngineClock(), Duration.ofSeconds(1), () -> {})) {
            ClientConnections connections = new ClientConnections(
                    loops,
                    ClientLimits.DEFAULT,
                    clock,
                    () -> true,
                    new Failures(counters, new SystemEngineClock(), exhaustion));

            clock.fails.set(true);

            assertThat(clock.failed.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
            assertThat(clock.later.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
            assertThat(counters.value(Counter.ERRORS)).isEqualTo(1);
            assertThat(connections.open()).isZero();
        } finally {
            Transport.close(loops, 1_500);
        }
    }
}
