package io.soabench.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.http.ExchangeContract;
import io.soabench.load.http.ServerAddress;
import io.soabench.load.input.Trace;
import io.soabench.load.server.ScriptedServer;
import io.soabench.load.text.Uiid;
import io.soabench.plan.Outcome;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Exchanges that nobody waits for, as the event loop makes them. */
class ServerExchangesTest extends ExchangeContract {

    /** Waits for one flight after the other, and looks after time-outs meanwhile as the clock thread does. */
    static final class Watching implements Client {

        private final BlockingQueue<InFlightRequest> ended = new LinkedBlockingQueue<>();
        private final AtomicReference<Throwable> bug = new AtomicReference<>();
        private final long timeOutMs;
        private final ServerExchanges exchanges;
        private final SenderContext sender;
        private volatile boolean stopped;

        Watching(Terms terms, int most) {
            this(terms, terms.address(), most);
        }

        Watching(Terms terms, ServerAddress address, int most) {
            timeOutMs = terms.timeOutMs();
            exchanges = new ServerExchanges(
                    new ServerExchanges.Setting(
                            address,
                            terms.requests(),
                            new Uiid("office"),
                            CLOCK,
                            timeOutMs,
                            most,
                            true,
                            null,
                            CallbackListenerTest.NO_CHECKS),
                    (inFlight, by) -> ended.add(inFlight),
                    e -> bug.set(e));
            sender = exchanges.sender();
        }

        private void begin(int number) {
            long nowNs = CLOCK.epochNanos();
            exchanges.begin(
                    new InFlightRequest(
                            null,
                            3,
                            number,
                            2,
                            0,
                            Trace.NO_ROW,
                            nowNs,
                            nowNs,
                            nowNs + TimeUnit.MILLISECONDS.toNanos(timeOutMs)),
                    sender);
            exchanges.settle(sender);
        }

        private InFlightRequest await() {
            try {
                InFlightRequest inFlight = ended.poll(1, TimeUnit.MILLISECONDS);
                while (inFlight == null) {
                    if (stopped) {
                        exchanges.abandon(false, sender);
                    }
                    exchanges.expire(CLOCK.epochNanos(), sender);
                    assertThat(bug.get()).isNull();
                    inFlight = ended.poll(1, TimeUnit.MILLISECONDS);
                }
                return inFlight;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Exchanged call() {
            begin(17);
            InFlightRequest inFlight = await();
            return new Exchanged(
                    inFlight.outcome,
                    inFlight.status,
                    inFlight.bytesOut,
                    inFlight.bytesIn,
                    inFlight.endNs,
                    inFlight.detail);
        }

        @Override
        public void stop() {
            stopped = true;
        }

        @Override
        public int connections() {
            return exchanges.connections();
        }

        @Override
        public long closeFailures() {
            return exchanges.closeFailures();
        }

        @Override
        public void close() {
            exchanges.close();
        }
    }

    @Override
    protected Client client(Terms terms) {
        return new Watching(terms, 100);
    }

    private static Terms terms(URI endpoint, long timeOutMs) {
        return new Terms(
                endpoint,
                timeOutMs,
                false,
                "{urn:q}answer",
                ScriptedServer.soap("<q:order xmlns:q='urn:q'>${uiid}</q:order>"));
    }

    @Test
    void shouldLetRequestsWaitInOrderWhenAllConnectionsAreTaken() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
                    open.await();
                    out.write(ScriptedServer.good());
                });
                Watching client = new Watching(terms(server.endpoint(), 30_000), 1)) {
            for (int n = 1; n <= 6; n++) {
                client.begin(n);
            }
            assertThat(client.exchanges.connections()).isEqualTo(1);
            open.countDown();
            List<InFlightRequest> inFlightRequests = new ArrayList<>();
            for (int n = 1; n <= 6; n++) {
                inFlightRequests.add(client.await());
            }

            assertThat(inFlightRequests).allMatch(inFlight -> inFlight.outcome == Outcome.OK);
            assertThat(inFlightRequests)
                    .filteredOn(inFlight -> inFlight.waited)
                    .extracting(inFlight -> inFlight.number)
                    .containsExactly(2, 3, 4, 5, 6);
            assertThat(server.requests())
                    .extracting(ScriptedServer.Request::uiid)
                    .containsExactly(
                            "office.3.1~2",
                            "office.3.2~2",
                            "office.3.3~2",
                            "office.3.4~2",
                            "office.3.5~2",
                            "office.3.6~2");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void shouldBeTimeOutWhenNoConnectionBecomesFree() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> never.await());
                Watching client = new Watching(terms(server.endpoint(), 150), 1)) {
            client.begin(1);
            client.begin(2);
            Thread.sleep(200);
            InFlightRequest first = client.await();
            InFlightRequest second = client.await();

            assertThat(List.of(first.outcome, second.outcome)).containsOnly(Outcome.TIMEOUT);
            assertThat(List.of(first.detail, second.detail))
                    .containsExactly(
                            "time-out of 150 ms while waiting for the answer",
                            "time-out of 150 ms while waiting for a free connection");
            assertThat(second.bytesOut).isZero();
            assertThat(second.endNs - second.startNs).isGreaterThanOrEqualTo(150_000_000L);
        }
    }

    @Test
    void shouldEndEveryFlightOnceWhenManyTimeOutAsTheyAreAnswered() throws Exception {
        // Answers come just when the time is over: each flight must end once, as one or the other.
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
                    Thread.sleep(19);
                    out.write(ScriptedServer.good());
                });
                Watching client = new Watching(terms(server.endpoint(), 20), 40)) {
            int inFlightRequests = 400;
            List<InFlightRequest> ended = new ArrayList<>();
            for (int n = 1; n <= inFlightRequests; n++) {
                client.begin(n);
                if (n % 20 == 0) {
                    for (int i = 0; i < 20; i++) {
                        ended.add(client.await());
                    }
                }
            }

            assertThat(ended).hasSize(inFlightRequests).doesNotHaveDuplicates();
            assertThat(ended)
                    .allMatch(inFlight -> inFlight.outcome == Outcome.OK || inFlight.outcome == Outcome.TIMEOUT);
            assertThat(client.ended).isEmpty();
            assertThat(client.exchanges.idle()).isTrue();
        }
    }

    @Test
    void shouldKeepItsPenWhenAnotherRequestIsSentMeanwhile() throws Exception {
        String large =
                ScriptedServer.soap("<q:order xmlns:q='urn:q'>${uiid}" + "0123456789".repeat(300_000) + "</q:order>");
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> out.write(ScriptedServer.good()));
                Watching client =
                        new Watching(new Terms(server.endpoint(), 30_000, false, "{urn:q}answer", large), 10)) {
            for (int n = 1; n <= 5; n++) {
                client.begin(n);
            }
            for (int n = 1; n <= 5; n++) {
                assertThat(client.await().outcome).isEqualTo(Outcome.OK);
            }
            for (int n = 1; n <= 5; n++) {
                String uiid = "office.3." + n + "~2";
                assertThat(server.requests())
                        .filteredOn(request -> request.uiid().equals(uiid))
                        .singleElement()
                        .satisfies(request -> assertThat(request.body().getBytes(StandardCharsets.UTF_8))
                                .isEqualTo(large.replace("${uiid}", uiid).getBytes(StandardCharsets.UTF_8)));
            }
        }
    }
}
