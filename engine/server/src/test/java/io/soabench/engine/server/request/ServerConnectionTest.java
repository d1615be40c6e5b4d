package io.soabench.engine.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.guard.Exhaustion;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.soap.MessageIds;
import io.soabench.engine.server.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection without a network. The test decides whether the engine can start one more instance. */
class ServerConnectionTest {
    private static final String POST =
            "POST /p HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 4\r\n\r\n<a/>";

    private final Counters counters = new Counters();
    private final HeldMemory memory = new HeldMemory(1 << 20);
    private Admission place = () -> false;
    private Exhaustion exhaustion;
    private EmbeddedChannel channel;

    @BeforeEach
    void connect() {
        exhaustion = new Exhaustion(Exhaustion.Heap.OWN, new SystemEngineClock(), Duration.ofSeconds(1), () -> {});
        channel = connection();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        exhaustion.close();
    }

    private EmbeddedChannel connection() {
        return connection(Duration.ZERO);
    }

    /** Returns a connection whose requests wait for a place so long. */
    private EmbeddedChannel connection(Duration admission) {
        return connection(admission, false);
    }

    private EmbeddedChannel connection(Duration admission, boolean isOfPeers) {
        EmbeddedChannel made = new EmbeddedChannel();
        SystemEngineClock clock = new SystemEngineClock();
        ServiceDirectory directory = new ServiceDirectory();
        directory.replace(List.of(), List.of(new Service("/p", null, List.of(), Map.of())));
        RequestContext stage = new RequestContext(
                directory,
                null,
                arrival -> null,
                () -> true,
                new ClientConnections(
                        made.eventLoop(),
                        ClientLimits.DEFAULT.withAdmission(admission),
                        clock,
                        () -> place.admits(),
                        new Failures(counters, clock, exhaustion)),
                new ReplyTargets(Set.of()),
                new MessageIds("test"),
                memory,
                new Failures(counters, clock, exhaustion),
                new RefusalLog(clock),
                counters,
                100_000,
                null,
                null,
                isOfPeers);
        made.pipeline().addLast(new ServerConnection(stage, new HttpRequests(stage)));
        made.pipeline().fireChannelActive();
        return made;
    }

    private static String exchange(EmbeddedChannel connection, String text) {
        connection.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
        StringBuilder answer = new StringBuilder();
        for (ByteBuf written = connection.readOutbound(); written != null; written = connection.readOutbound()) {
            answer.append(written.toString(StandardCharsets.UTF_8));
            written.release();
        }
        return answer.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n",
                "HEAD /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "PUT /p HTTP/1.1\r\nHost: x\r\n\r\n",
                "nonsense\r\n\r\n"
            })
    void shouldSendTheDate(String request) {
        long beforeMs = System.currentTimeMillis();

        String answer = exchange(channel, request);

        assertThat(answer).startsWith("HTTP/1.1 4");
        Matcher date = Pattern.compile("\r\nDate: ([^\r]*)\r\n").matcher(answer);
        assertThat(date.find()).as(answer).isTrue();
        long sentMs = ZonedDateTime.parse(date.group(1), DateTimeFormatter.RFC_1123_DATE_TIME)
                .toInstant()
                .toEpochMilli();
        // The clock of the sweeps, which did not run since the connection was made.
        assertThat(sentMs).isBetween(beforeMs - 30_000, System.currentTimeMillis());
        assertThat(answer.substring(0, answer.indexOf("\r\n\r\n")).split("\r\n", -1))
                .as("well-formed header lines")
                .allMatch(line -> line.startsWith("HTTP/1.1 ") || line.matches("[A-Za-z-]+: .+"));
    }

    @ParameterizedTest
    @CsvSource({"HTTP/1.1, HTTP/1.1 100 Continue", "HTTP/1.0, ''"})
    void shouldPermitTheBodyToClientsThatKnowPermissions(String version, String expected) {
        String head = "POST /p " + version + "\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n";

        assertThat(exchange(channel, head).strip()).isEqualTo(expected);

        assertThat(exchange(channel, "<a/>")).startsWith("HTTP/1.1 503 ");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAnswerAndLeaveOthersAloneWhenTheEngineFails(boolean memoryIsOut) {
        place = () -> {
            throw memoryIsOut ? new OutOfMemoryError("by intent") : new NoClassDefFoundError("by intent");
        };

        assertThat(exchange(channel, POST)).startsWith("HTTP/1.1 500 ").contains("Connection: close");
        assertThat(counters.value(Counter.ERRORS)).isEqualTo(1);
        assertThat(memory.bytes()).isZero();

        place = () -> false;
        EmbeddedChannel other = connection();
        assertThat(exchange(other, POST + POST).split("HTTP/1.1 503 ", -1)).hasSize(3);
        assertThat(counters.value(Counter.ERRORS)).isEqualTo(1);
        other.finishAndReleaseAll();
    }

    @Test
    void shouldRefuseAWaitingRequestAlsoAfterAnErrorOfTheEngine() {
        place = () -> false;
        EmbeddedChannel waiting = connection(Duration.ofMillis(25));
        assertThat(exchange(waiting, POST)).isEmpty();
        boolean[] failed = {false};
        place = () -> {
            if (!failed[0]) {
                failed[0] = true;
                throw new OutOfMemoryError("by intent");
            }
            return false;
        };

        String answer = "";
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                answer.isEmpty();
                answer = exchange(waiting, "")) {
            assertThat(System.nanoTime() - end).isNegative();
            waiting.runScheduledPendingTasks();
        }

        assertThat(answer).startsWith("HTTP/1.1 503 ");
        assertThat(counters.value(Counter.ERRORS)).isEqualTo(1);
        waiting.finishAndReleaseAll();
    }

    /** A journal that has room again, for one, says so to nobody. */
    @Test
    void shouldTakeAWaitingRequestWhenThereIsAPlaceOfWhichNobodyHasTold() {
        EmbeddedChannel waiting = connection(Duration.ofSeconds(10));
        waiting.freezeTime();
        assertThat(exchange(waiting, POST)).isEmpty();
        waiting.advanceTimeBy(20, TimeUnit.MILLISECONDS);
        waiting.runScheduledPendingTasks();
        assertThat(exchange(waiting, "")).as("there is no place yet").isEmpty();

        place = () -> true;
        waiting.advanceTimeBy(20, TimeUnit.MILLISECONDS);
        waiting.runScheduledPendingTasks();

        assertThat(exchange(waiting, "")).startsWith("HTTP/1.1 400 ").contains("no SOAP envelope");
        waiting.finishAndReleaseAll();
    }

    @Test
    void shouldEndConnectionAloneWhenAnErrorComesFromBelow() {
        channel.pipeline().fireExceptionCaught(new OutOfMemoryError("by intent"));

        assertThat(channel.isOpen()).isFalse();
        assertThat(counters.value(Counter.ERRORS)).isEqualTo(1);
    }

    @Test
    void shouldCountEveryBufferAndGiveItBack() {
        assertThat(exchange(channel, POST.substring(0, 20))).isEmpty();
        assertThat(memory.bytes()).isBetween(20L, 10_000L);
        assertThat(exchange(channel, POST.substring(20))).startsWith("HTTP/1.1 503 ");
        assertThat(memory.bytes()).isZero();

        assertThat(exchange(channel, POST.replace(": 4", ": 90000") + "x".repeat(50_000)))
                .isEmpty();
        assertThat(memory.bytes()).isGreaterThan(50_000);
        channel.finishAndReleaseAll();
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void shouldRefuseEveryRequestOfItsOwnWhenThereIsNoMemoryForIt() {
        HeldMemory.Share others = memory.share();
        assertThat(others.holds(memory.maxBytes())).isTrue();

        assertThat(exchange(channel, POST.substring(0, 20)))
                .startsWith("HTTP/1.1 503 ")
                .contains("Retry-After: 1", "Connection: close");
        assertThat(counters.value(Counter.REQUESTS_REFUSED)).isEqualTo(1);
        assertThat(memory.bytes()).isEqualTo(memory.maxBytes());
    }

    /** Has a connection wait for an answer of another replica; returns the pending reply. */
    private static HttpReply awaitAnother(EmbeddedChannel connection, Runnable end) {
        ServerConnection handler = connection.pipeline().get(ServerConnection.class);
        HttpReply reply = new HttpReply(
                handler, connection.eventLoop(), null, SoapVersion.V11, null, new MessageIds("test"), true);
        handler.awaitReply(reply);
        handler.copied(5_000);
        handler.awaitAnswerOf(reply, end);
        handler.sweep(System.nanoTime());
        return reply;
    }

    @Test
    void shouldEndTheWaitForAnotherReplicaWhenItsClientLeaves() {
        AtomicInteger ended = new AtomicInteger();
        awaitAnother(channel, ended::incrementAndGet);
        assertThat(memory.bytes()).as("the copy for the other replica").isEqualTo(5_000);

        channel.finishAndReleaseAll();

        assertThat(ended).hasValue(1);
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void shouldNotEndAWaitThatIsOver() {
        AtomicInteger ended = new AtomicInteger();
        HttpReply reply = awaitAnother(channel, ended::incrementAndGet);

        channel.pipeline().get(ServerConnection.class).awaitReplicaOfKey(reply);
        assertThat(exchange(channel, ""))
                .startsWith("HTTP/1.1 503 ")
                .contains("Retry-After: 1", "send it again with this key");
        assertThat(memory.bytes()).isZero();
        channel.finishAndReleaseAll();

        assertThat(ended).hasValue(0);
    }

    /** A client may wait for its answer after it has closed its sending side; another replica does not do so. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCloseTheConnectionOfAnotherReplicaThatSendsNoMore(boolean isOfPeers) {
        EmbeddedChannel sender = connection(Duration.ZERO, isOfPeers);
        awaitAnother(sender, () -> {});

        sender.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);

        assertThat(sender.isOpen()).isEqualTo(!isOfPeers);
        sender.finishAndReleaseAll();
    }
}
