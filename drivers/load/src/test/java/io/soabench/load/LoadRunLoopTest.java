package io.soabench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.server.Replayed;
import io.soabench.load.server.ScriptedServer;
import io.soabench.load.server.Testbed;
import io.soabench.plan.LoadRecord;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The event loop sends the requests. */
class LoadRunLoopTest extends LoadRunContract {

    @Override
    LoadRecord.Engine engine() {
        return LoadRecord.Engine.LOOP;
    }

    @Test
    void shouldHoldManyMoreRequestsThanThreads() throws Exception {
        int requests = 400;
        CountDownLatch all = new CountDownLatch(requests);
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
            all.countDown();
            all.await();
            out.write(ScriptedServer.good());
        })) {
            // JMeter would have two threads: the event loop needs none of them.
            Testbed testbed = open().phases(0, 1_500, 20_000).pool(2);
            IntStream.range(0, requests).forEach(i -> testbed.request(1, i + 1, i * 1_000L, i % 2));
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertWhole(run.load(), run.samples());
            assertThat(run.samples()).hasSize(requests).allMatch(line -> line.outcome()
                    .equals("OK"));
            assertThat(run.load().effort().threads()).isEqualTo(2);
            assertThat(run.load().effort().connections().atOnce()).isEqualTo(requests);
            assertThat(run.load().requests().measure().missed()).isZero();
            // The number of its connection tells requests apart that are in flight at once.
            assertThat(run.samples()).extracting(Replayed.Line::client).doesNotHaveDuplicates();
        }
    }
}
