package io.soabench.engine.server.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Endpoint;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import io.soabench.engine.server.guard.Exhaustion;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.tls.PartnerTls;
import io.soabench.engine.server.tls.TlsSettings;
import io.soabench.engine.server.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Errors of the engine while it sends a call: this call ends once, and no other call is harmed. */
@Tag("it")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InvokerFailureTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LATE = Duration.ofSeconds(3);
    private static final String ANSWER = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
    /** A message without parts. */
    private static final PartnerOperation NOTIFY = new PartnerOperation(
            0,
            "partner",
            "notify",
            false,
            "",
            "",
            "",
            new MessageShape(new QualifiedName("urn:test", "message"), null, List.of()),
            null,
            List.of());

    private final Counters counters = new Counters();
    private final SystemEngineClock clock = new SystemEngineClock();
    private final Exhaustion exhaustion = new Exhaustion(Exhaustion.Heap.OWN, clock, Duration.ofSeconds(1), () -> {});
    private EventLoopGroup loops;
    private ServerSocket partner;

    @BeforeEach
    void open() throws Exception {
        loops = Transport.NIO.loops(1, new DefaultThreadFactory("invoker", true));
        partner = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        Transport.close(loops, 1_500);
        exhaustion.close();
        partner.close();
    }

    private Invoker invoker(Duration timeout) {
        return new Invoker(
                Transport.NIO,
                loops,
                counters,
                clock,
                timeout,
                PATIENCE,
                1,
                1 << 20,
                new PartnerTls(TlsSettings.NONE, PATIENCE, clock.epochMs()),
                new HeldMemory(1 << 20),
                new Failures(counters, clock, exhaustion));
    }

    private PartnerCall call(boolean isGood, Runnable answered) {
        // A part more than the message has makes the writer fail.
        List<Element> parts = isGood ? List.of() : Collections.singletonList(null);
        return PartnerCall.answer(
                NOTIFY,
                Endpoint.of("http://127.0.0.1:" + partner.getLocalPort() + "/"),
                parts,
                null,
                "urn:test:1",
                answered);
    }

    private static void read(Socket connection) throws IOException {
        StringBuilder request = new StringBuilder();
        while (request.indexOf("</soapenv:Envelope>") < 0) {
            int next = connection.getInputStream().read();
            assertThat(next).as("the end of the connection after: " + request).isNotNegative();
            request.append((char) next);
        }
    }

    private static void answer(Socket connection) throws IOException {
        connection.getOutputStream().write(ANSWER.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void shouldFailACallOnceThatCannotBeWritten() throws Exception {
        CompletableFuture<Void> first = new CompletableFuture<>();
        try (Invoker invoker = invoker(LATE)) {
            invoker.call(call(true, () -> first.complete(null)));
            try (Socket connection = partner.accept()) {
                read(connection);
                answer(connection);
                first.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);

                invoker.call(call(false, () -> {}));

                assertThat(connection.getInputStream().read())
                        .as("the connection is closed")
                        .isNegative();
            }
            // The time limit of the next call, which gets no answer, is later than that of the failed one.
            invoker.call(call(true, () -> {}));
            try (Socket connection = partner.accept()) {
                read(connection);
                assertThat(connection.getInputStream().read()).isNegative();
            }
            loops.next().submit(() -> {}).sync();
        }
        assertThat(counters.value(Counter.CALLS_FAILED)).isEqualTo(2);
        assertThat(counters.value(Counter.ERRORS)).isEqualTo(1);
    }

    @Test
    void shouldKeepAnAnswerWhenTheNextCallOfTheConnectionCannotBeWritten() throws Exception {
        CompletableFuture<Void> answered = new CompletableFuture<>();
        try (Invoker invoker = invoker(PATIENCE)) {
            invoker.call(call(true, () -> answered.complete(null)));
            try (Socket connection = partner.accept()) {
                read(connection);
                // It waits for the only connection.
                invoker.call(call(false, () -> {}));
                loops.next().submit(() -> {}).sync();

                answer(connection);

                assertThat(answered).succeedsWithin(PATIENCE.dividedBy(2));
            }
        }
        assertThat(counters.value(Counter.CALLS_FAILED)).isEqualTo(1);
        assertThat(counters.value(Counter.CALLS_ANSWERED)).isEqualTo(1);
    }
}
