package io.soabench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.jmeter.JMeterHome;
import io.soabench.load.server.Replayed;
import io.soabench.load.server.ScriptedServer;
import io.soabench.load.server.Testbed;
import io.soabench.plan.LoadRecord;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** JMeter sends the requests. */
@ResourceLock("JMeterHome")
class LoadRunJMeterTest extends LoadRunContract {

    private static JMeterHome home;

    @BeforeAll
    static void openHome() throws IOException {
        home = JMeterHome.open();
    }

    @AfterAll
    static void closeHome() {
        home.close();
    }

    @Override
    LoadRecord.Engine engine() {
        return LoadRecord.Engine.JMETER;
    }

    @Test
    void shouldCountMissedArrivalsByPhaseWhenNoThreadIsFree() throws Exception {
        // Twenty arrivals 50 ms apart; the first ten are the warm-up. All connections stall until 500 ms after the
        // first.
        AtomicBoolean stalled = new AtomicBoolean();
        Gate resumed = new Gate();
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
            if (stalled.compareAndSet(false, true)) {
                CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(resumed::open);
            }
            resumed.pass();
            out.write(ScriptedServer.good());
        })) {
            Testbed testbed = open().phases(500, 2_500, 5_000).pool(2);
            IntStream.range(0, 10).forEach(i -> testbed.request(1, i + 1, i * 50_000L, 0));
            IntStream.range(10, 20).forEach(i -> testbed.request(1, i + 1, 2_000_000L + i * 50_000L, 0));
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertWhole(run.load(), run.samples());
            // Both threads of the pool are busy from the second request on: eight arrivals find none.
            assertThat(run.load().requests().warmUp().missed()).isBetween(8L, 10L);
            assertThat(run.load().requests().warmUp().slip().maxUs()).isGreaterThan(350_000);
            assertThat(run.load().requests().measure().missed()).isLessThan(3);
            assertThat(run.load().effort().threads()).isEqualTo(2);
        }
    }
}
