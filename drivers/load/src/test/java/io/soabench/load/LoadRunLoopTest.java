package io.soabench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.load.input.Trace;
import io.soabench.load.server.Replayed;
import io.soabench.load.server.ScriptedServer;
import io.soabench.load.server.Testbed;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.LoadRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The event loop sends the requests. */
class LoadRunLoopTest extends LoadRunContract {

    @Override
    LoadRecord.Engine engine() {
        return LoadRecord.Engine.LOOP;
    }

    /** Said before anything is sent: what a model wants of connections and the machine does not let it have. */
    @Test
    void shouldRefuseWhenTheMachineLetsItOpenTooFewConnections() {
        String head = "# soabench workload trace 1\n# workload=w chunks=a kind=";
        Trace closed = Trace.parse("t", head + "closed\n1\t1\t0\t0\n2\t1\t0\t0\n3\t1\t0\t0\n");
        Trace open = Trace.parse("t", head + "open\n1\t1\t0\t0\n1\t2\t5000\t0\n1\t3\t90000\t0\n");
        ConnectionPlan two = new ConnectionPlan(ConnectionPlan.Use.LIMITED, 2);

        assertThatThrownBy(() -> RunInput.requireDescriptors(closed, ConnectionPlan.KEPT, 10, 2))
                .hasMessageContaining(
                        "3 clients need a connection each, but this machine lets the load client open only 2 more")
                .hasMessageContaining("ulimit -n");
        assertThatThrownBy(() -> RunInput.requireDescriptors(open, two, 10, 1))
                .hasMessageContaining("2 connections are allowed and may be used, but this machine");
        RunInput.requireDescriptors(closed, two, 10, 2);
        RunInput.requireDescriptors(open, two, 1, 1);
        RunInput.requireDescriptors(open, ConnectionPlan.KEPT, 10, 1);
    }

    /** Answers come at once, so that one connection would do; the fifth request is due later than what is looked at. */
    @Test
    void shouldOpenAheadWhatIsDueBeforeAFirstAnswerMayCome() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = open().phases(0, 2_500, 5_000);
            IntStream.range(0, 4).forEach(i -> testbed.request(1, i + 1, i * 6_000L, 0));
            // So far apart that a busy machine has sent each answer before the next request is due.
            IntStream.range(4, 8).forEach(i -> testbed.request(1, i + 1, i * 300_000L, 0));

            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertWhole(run.load(), run.samples());
            assertThat(run.samples()).hasSize(8).allMatch(line -> line.outcome().equals("OK"));
            assertThat(server.connections()).isEqualTo(4);
            assertThat(run.load().requests().warmUp().opened()).isEqualTo(4);
            assertThat(run.load().requests().measure().opened()).isZero();
        }
    }

    /** A server that closes what it is not asked on, as some do soon: the request opens its connection itself. */
    @Test
    void shouldOpenAgainWhatWasClosedBeforeItWasUsed() throws Exception {
        try (ServerSocket closing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            AtomicInteger accepted = new AtomicInteger();
            Thread front = new Thread(() -> {
                try {
                    for (int i = 0; i < 3; i++) {
                        closing.accept().close();
                        accepted.incrementAndGet();
                    }
                    while (true) {
                        relay(closing.accept(), server.port());
                        accepted.incrementAndGet();
                    }
                } catch (IOException e) {
                    // The test is over.
                }
            });
            front.setDaemon(true);
            front.start();
            Testbed testbed = open().phases(0, 600, 5_000);
            IntStream.range(0, 3).forEach(i -> testbed.request(1, i + 1, i * 6_000L, 0));

            Replayed run = Replayed.of(testbed.write("http://127.0.0.1:" + closing.getLocalPort() + "/Sequential"));

            assertWhole(run.load(), run.samples());
            assertThat(run.samples()).hasSize(3).allMatch(line -> line.outcome().equals("OK"));
            assertThat(accepted.get()).isGreaterThan(3);
            assertThat(run.load().requests().measure().opened()).isEqualTo(accepted.get() - 3);
        }
    }

    private static void relay(Socket client, int port) throws IOException {
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        copy(client, server);
        copy(server, client);
    }

    private static void copy(Socket from, Socket to) {
        Thread copying = new Thread(() -> {
            try (from;
                    to) {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException e) {
                // One of both was closed.
            }
        });
        copying.setDaemon(true);
        copying.start();
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
