package io.soabench.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostPart;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.agent.protocol.HostReply;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real connections; the host behind them does what the test says. */
@Timeout(300)
class AgentTest {

    private static final long LEASE_MS = 90_000;

    @TempDir
    Path folder;

    private final AtomicLong nowNs = new AtomicLong(1);
    private final Scripted host = new Scripted();
    private Agent agent;
    private CompletableFuture<Void> work;

    /** Notes what it is asked for; phases last until the test ends them. */
    private static final class Scripted implements Host {
        private final BlockingQueue<HostOrder> asked = new LinkedBlockingQueue<>();
        private final BlockingQueue<CompletableFuture<HostMessage.Answer>> phases = new LinkedBlockingQueue<>();
        private final List<Consumer<HostMessage.Unasked>> listeners = new CopyOnWriteArrayList<>();
        private volatile boolean broken;

        @Override
        public CompletableFuture<HostMessage.Answer> ask(HostOrder order) {
            asked.add(order);
            if (broken) {
                throw new IllegalStateException("of a test");
            }
            if (order instanceof HostOrder.Ready) {
                CompletableFuture<HostMessage.Answer> phase = new CompletableFuture<>();
                phases.add(phase);
                return phase;
            }
            return CompletableFuture.completedFuture(HostMessage.Answer.of(new HostReply.Time(7)));
        }

        @Override
        public Listening listen(Consumer<HostMessage.Unasked> listener) {
            listeners.add(listener);
            return () -> listeners.remove(listener);
        }

        void say(HostMessage.Unasked word) {
            listeners.forEach(listener -> listener.accept(word));
        }
    }

    private final class TestClock implements HostClock {
        @Override
        public long epochNanos() {
            return nowNs.get();
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    }

    /** A driver's end. */
    private final class Line implements AutoCloseable {
        private final SocketChannel channel =
                SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("agent.sock")));
        private final BufferedReader words;

        Line() throws IOException {
            words = new BufferedReader(new InputStreamReader(
                    new InputStream() {
                        @Override
                        public int read() {
                            throw new UnsupportedOperationException();
                        }

                        @Override
                        public int read(byte[] into, int offset, int length) throws IOException {
                            return channel.read(ByteBuffer.wrap(into, offset, length));
                        }
                    },
                    StandardCharsets.UTF_8));
        }

        void ask(long id, HostOrder order) throws IOException {
            text(Json.line(new HostOrder.Asked(id, order)));
        }

        void text(String line) throws IOException {
            channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
        }

        /** The next word that is not only a sign of life. */
        HostMessage.Said hear() throws IOException {
            while (true) {
                HostMessage.Said said = Json.parse(words.readLine(), HostMessage.Said.class);
                if (!(said.word() instanceof HostMessage.Alive)) {
                    return said;
                }
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    @BeforeEach
    void start() throws IOException {
        agent = new Agent(folder.resolve("agent.sock"), host, new TestClock());
        work = CompletableFuture.runAsync(() -> {
            try {
                agent.work();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @AfterEach
    void end() throws Exception {
        agent.close();
        work.get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldAnswerEachCallerAndTellAllOfThemWhatHappens() throws Exception {
        try (Line first = new Line();
                Line second = new Line()) {
            first.ask(5, new HostOrder.Time());
            assertThat(first.hear()).isEqualTo(new HostMessage.Said(5, HostMessage.Answer.of(new HostReply.Time(7))));
            second.ask(6, new HostOrder.Look());
            assertThat(second.hear().id()).isEqualTo(6);

            host.say(new HostMessage.Started("engine", 4711));

            HostMessage.Said started = new HostMessage.Said(0, new HostMessage.Started("engine", 4711));
            assertThat(first.hear()).isEqualTo(started);
            assertThat(second.hear()).isEqualTo(started);
        }
    }

    @Test
    void shouldDoOnceWhatComesAgainAfterTheConnectionBroke() throws Exception {
        try (Line broken = new Line()) {
            broken.ask(5, new HostOrder.Ready(1000));
            assertThat(host.asked.poll(30, TimeUnit.SECONDS)).isEqualTo(new HostOrder.Ready(1000));
        }
        try (Line again = new Line()) {
            again.ask(5, new HostOrder.Ready(1000));
            again.ask(6, new HostOrder.Look());
            assertThat(again.hear().id()).as("others need not wait").isEqualTo(6);
            host.phases.take().complete(HostMessage.Answer.done());
            assertThat(again.hear()).isEqualTo(new HostMessage.Said(5, HostMessage.Answer.done()));
            again.ask(5, new HostOrder.Ready(1000));
            assertThat(again.hear()).isEqualTo(new HostMessage.Said(5, HostMessage.Answer.done()));
        }
        assertThat(host.asked).containsExactly(new HostOrder.Look());
    }

    @Test
    void shouldRefuseWhatIsNoOrder() throws Exception {
        try (Line line = new Line()) {
            line.text("");
            line.text("{\"id\": 1, \"order\": {\"verb\": \"DANCE\"}}");

            HostMessage.Said said = line.hear();

            assertThat(said.id()).isZero();
            assertThat(((HostMessage.Answer) said.word()).problem().code()).isEqualTo(HostProblem.Code.REFUSED);
        }
    }

    @Test
    void shouldNotWaitForACallerThatDoesNotListen() throws Exception {
        try (Line deaf = new Line();
                Line line = new Line()) {
            deaf.ask(1, new HostOrder.Look());
            line.ask(2, new HostOrder.Look());
            assertThat(line.hear().id()).isEqualTo(2);
            String text = "x".repeat(1000);
            long said = 0;
            while (host.listeners.size() == 2) {
                host.say(new HostMessage.Line("load", said, ++said, text));
                assertThat(((HostMessage.Line) line.hear().word()).next()).isEqualTo(said);
            }
            assertThat(said).isGreaterThan(20_000);
        }
    }

    @Test
    void shouldEndARepetitionWhoseTimeIsOverAndThenItself() throws Exception {
        try (Line line = new Line()) {
            line.ask(1, new HostOrder.Place(part(), 1000));
            line.hear();
            line.ask(2, new HostOrder.Ready(1000));
            assertThat(host.asked.take()).isInstanceOf(HostOrder.Place.class);
            assertThat(host.asked.take()).isInstanceOf(HostOrder.Ready.class);
        }

        nowNs.addAndGet(Duration.ofMillis(LEASE_MS).toNanos() - 1);
        assertThat(host.asked.poll(1500, TimeUnit.MILLISECONDS)).isNull();
        nowNs.incrementAndGet();

        assertThat(host.asked.take()).isEqualTo(new HostOrder.Cancel());
        assertThat(host.asked.take()).isInstanceOf(HostOrder.Stop.class);
        nowNs.addAndGet(Lease.IDLE.toNanos());
        work.get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldLookOnAfterAnError() throws Exception {
        try (Line line = new Line()) {
            line.ask(1, new HostOrder.Place(part(), 1000));
            line.hear();
        }
        assertThat(host.asked.take()).isInstanceOf(HostOrder.Place.class);
        host.broken = true;

        nowNs.addAndGet(Duration.ofMillis(LEASE_MS).toNanos());
        assertThat(host.asked.take()).isEqualTo(new HostOrder.Cancel());
        nowNs.addAndGet(Lease.IDLE.toNanos());

        work.get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldStayAsLongAsSomebodyIsThereOrSomethingIsPlaced() throws Exception {
        try (Line line = new Line()) {
            line.ask(1, new HostOrder.Place(part(), 1000));
            line.hear();
            nowNs.addAndGet(Duration.ofMillis(LEASE_MS).toNanos() / 2);
            line.ask(2, new HostOrder.Clean(1000));
            line.hear();
            for (int i = 0; i < 3; i++) {
                nowNs.addAndGet(Lease.IDLE.toNanos() - 1);
                line.text("");
                line.ask(10L + i, new HostOrder.Look());
                line.hear();
            }
        }
        assertThat(work).isNotDone();
        assertThat(host.asked).noneMatch(order -> order instanceof HostOrder.Stop);
    }

    @Test
    void shouldTakeTheSocketOfAnAgentThatWasKilled() throws Exception {
        Path socket = folder.resolve("old.sock");
        Files.writeString(socket, "");

        new Agent(socket, host, new TestClock()).close();

        assertThat(Files.isRegularFile(socket)).isFalse();
    }

    private HostPart part() {
        return new HostPart(
                "token",
                "1",
                List.of(new HostPart.Target("Order", "http://127.0.0.1:1/")),
                new HostPart.Places("/r", "/r/out", "/r"),
                new HostPart.Limits(1, 1, 1, 1000),
                LEASE_MS,
                Map.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
