package io.soabench.engine.server.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.Promise;
import io.soabench.engine.runtime.kernel.EngineClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Look-ups of names: on other threads, once for several callers, kept for a time. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class PartnerNamesTest {
    private static final byte[] ADDRESS = {10, 0, 0, 7};

    private final AtomicLong nowNs = new AtomicLong();
    private final AtomicInteger lookups = new AtomicInteger();
    private final CountDownLatch answering = new CountDownLatch(1);
    private final DefaultEventExecutor loop = new DefaultEventExecutor();
    private PartnerNames names = names(Duration.ofSeconds(20));

    private PartnerNames names(Duration limit) {
        return new PartnerNames(this::lookup, new SteppedClock(), limit);
    }

    private final class SteppedClock implements EngineClock {
        @Override
        public long nanoTime() {
            return nowNs.get();
        }

        @Override
        public long epochMs() {
            return 0;
        }
    }

    private InetAddress lookup(String host) throws UnknownHostException {
        lookups.incrementAndGet();
        if (host.startsWith("slow")) {
            try {
                answering.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (host.equals("unknown")) {
            throw new UnknownHostException(host + ": nobody knows");
        }
        if (host.equals("broken")) {
            throw new NoClassDefFoundError(host);
        }
        return InetAddress.getByAddress(host, ADDRESS);
    }

    private Promise<InetAddress> resolve(String host) {
        Promise<InetAddress> promise = loop.newPromise();
        names.resolve(host, loop, promise);
        return promise;
    }

    @AfterEach
    void close() {
        answering.countDown();
        names.close();
        assertThat(loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(10, TimeUnit.SECONDS))
                .isTrue();
    }

    @Test
    void shouldNotBlockTheEventLoopWhileTheSystemLooksUp() throws Exception {
        Promise<InetAddress> slow = loop.newPromise();
        loop.execute(() -> names.resolve("slow", loop, slow));
        assertThat(loop.submit(() -> "runs").get(10, TimeUnit.SECONDS)).isEqualTo("runs");
        assertThat(slow.isDone()).isFalse();
        answering.countDown();
        assertThat(slow.get(10, TimeUnit.SECONDS).getAddress()).isEqualTo(ADDRESS);
    }

    @Test
    void shouldLookUpOnceWhenManyAskForOneName() throws Exception {
        Promise<InetAddress> first = resolve("slow");
        Promise<InetAddress> second = resolve("slow");
        answering.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo(second.get(10, TimeUnit.SECONDS));
        assertThat(resolve("slow").get(10, TimeUnit.SECONDS).getAddress()).isEqualTo(ADDRESS);
        assertThat(lookups.get()).isEqualTo(1);
    }

    @Test
    void shouldLookUpAgainWhenTimeIsOver() throws Exception {
        resolve("host").get(10, TimeUnit.SECONDS);
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(29));
        resolve("host").get(10, TimeUnit.SECONDS);
        assertThat(lookups.get()).isEqualTo(1);
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(2));
        resolve("host").get(10, TimeUnit.SECONDS);
        assertThat(lookups.get()).isEqualTo(2);
    }

    @Test
    void shouldKeepFailureForASecond() throws Exception {
        for (int i = 0; i < 3; i++) {
            Promise<InetAddress> unknown = resolve("unknown");
            assertThat(unknown.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(unknown.cause()).isInstanceOf(UnknownHostException.class).hasMessage("unknown: nobody knows");
        }
        assertThat(lookups.get()).isEqualTo(1);
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertThat(resolve("unknown").await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(lookups.get()).isEqualTo(2);
    }

    @Test
    void shouldLookUpAgainAfterAnError() throws Exception {
        Promise<InetAddress> broken = resolve("broken");
        assertThat(broken.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(broken.cause())
                .isInstanceOf(UnknownHostException.class)
                .hasMessage("broken cannot be looked up")
                .hasCauseInstanceOf(NoClassDefFoundError.class);
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertThat(resolve("broken").await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(lookups.get()).isEqualTo(2);
    }

    @Test
    void shouldFailInTimeWhenTheSystemDoesNotAnswer() throws Exception {
        names.close();
        names = names(Duration.ofMillis(50));
        Promise<InetAddress> slow = resolve("slow");
        assertThat(slow.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(slow.cause()).hasMessage("slow was not found within 50 ms");
    }

    @Test
    void shouldRefuseWhenTooManyNamesWait() {
        Promise<InetAddress> last = null;
        // Two are being looked up and never end, a thousand wait.
        for (int i = 0; i < 1_003; i++) {
            assertThat(last == null || !last.isDone()).as("name " + i).isTrue();
            last = resolve("slow" + i);
        }
        assertThat(last.cause()).hasMessage("slow1002 is not looked up, as 1000 other names wait for it");
    }

    @Test
    void shouldNotLookUpAddressInDigits() throws Exception {
        assertThat(resolve("127.0.0.1").get(10, TimeUnit.SECONDS).isLoopbackAddress())
                .isTrue();
        assertThat(resolve("[::1]").get(10, TimeUnit.SECONDS).isLoopbackAddress())
                .isTrue();
        assertThat(lookups.get()).isZero();
    }
}
