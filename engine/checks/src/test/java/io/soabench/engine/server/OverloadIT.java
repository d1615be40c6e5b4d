package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.server.request.ClientLimits;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that arrive while the engine is at its limit. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class OverloadIT {
    private static final String ENVELOPE_END = "</soapenv:Envelope>";
    private static final Duration LONG = ClientLimits.MAX_ADMISSION;

    /** A process whose instances a second message may be for: each waits for {@code more} with the id of its start. */
    private static final String CONVERSATION =
            """
            <process name="Conversation" targetNamespace="urn:fixture:process"
                xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable" xmlns:c="urn:fixture:client">
              <import namespace="urn:fixture:client" location="client.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
              <partnerLinks><partnerLink name="client" partnerLinkType="c:Client" myRole="process"/></partnerLinks>
              <variables>
                <variable name="request" messageType="c:request"/>
                <variable name="more" messageType="c:more"/>
                <variable name="response" element="c:response"/>
                <variable name="moreResponse" element="c:moreResponse"/>
              </variables>
              <correlationSets><correlationSet name="id" properties="c:id"/></correlationSets>
              <sequence>
                <receive partnerLink="client" operation="run" variable="request" createInstance="yes">
                  <correlations><correlation set="id" initiate="yes"/></correlations>
                </receive>
                <receive partnerLink="client" operation="more" variable="more">
                  <correlations><correlation set="id"/></correlations>
                </receive>
                <assign>
                  <copy><from>'first'</from><to variable="response"/></copy>
                  <copy><from>'second'</from><to variable="moreResponse"/></copy>
                </assign>
                <reply partnerLink="client" operation="more" variable="moreResponse"/>
                <reply partnerLink="client" operation="run" variable="response"/>
              </sequence>
            </process>""";

    private static EngineConfiguration places(int instances, Duration admission) {
        return EngineFixture.CONFIGURATION
                .withThreads(SchedulingPolicy.AFFINE, 1, 1, 1)
                .withLimits(instances, 100, 10, 100_000, Duration.ofSeconds(60))
                .withClients(ClientLimits.DEFAULT.withAdmission(admission));
    }

    private static EngineFixture fixture(EngineConfiguration configuration) throws Exception {
        EngineFixture fixture = new EngineFixture(configuration);
        fixture.deploy("Plain", ASK + RESPOND);
        return fixture;
    }

    private static void await(LongSupplier value, long expected) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (value.getAsLong() != expected) {
            assertThat(System.nanoTime()).as("waits for " + expected).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static void awaitWaiting(EngineFixture fixture, int expected) {
        await(
                () -> {
                    try {
                        String statistics =
                                fixture.admin("GET", "/statistics", new byte[0]).body();
                        return Long.parseLong(statistics.replaceAll("(?s).*\"admissionQueue\"\\s*:\\s*(\\d+).*", "$1"));
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new IllegalStateException(e);
                    }
                },
                expected);
    }

    private static void awaitCalls(EngineFixture fixture, int expected) {
        await(() -> fixture.partner.requests.size(), expected);
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldServeInOrderWhenPlaceBecomesFreeInTime(SchedulingPolicy policy) throws Exception {
        EngineConfiguration one = places(1, LONG).withThreads(policy, 1, 1, 1);
        try (EngineFixture fixture = fixture(one)) {
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            answers.add(fixture.postLater("Plain", request("hold0")));
            awaitCalls(fixture, 1);
            for (int i = 1; i <= 5; i++) {
                answers.add(fixture.postLater("Plain", request("hold" + i)));
                awaitWaiting(fixture, i);
            }
            assertThat(fixture.engine.running()).isEqualTo(1);
            fixture.partner.held.release(6);
            for (int i = 0; i <= 5; i++) {
                assertThat(answers.get(i).get(120, TimeUnit.SECONDS).body()).contains(">a-hold" + i + "<");
                assertThat(fixture.partner.requests.get(i)).contains(">hold" + i + "<");
            }
            assertThat(fixture.engine.counters().value(Counter.REQUESTS_REFUSED))
                    .isZero();
            awaitWaiting(fixture, 0);
        }
    }

    @Test
    void shouldRefuseWithRetryAfterWhenNoPlaceBecomesFree() throws Exception {
        Duration wait = Duration.ofMillis(300);
        try (EngineFixture fixture = fixture(places(1, wait))) {
            CompletableFuture<HttpResponse<String>> first = fixture.postLater("Plain", request("hold"));
            awaitCalls(fixture, 1);
            long before = System.nanoTime();
            HttpResponse<String> refused = fixture.post("Plain", request("late"));
            // A loop that is late itself may cut the wait by half, and no more.
            assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(wait.toNanos() / 2);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            fixture.partner.held.release();
            assertThat(first.get(120, TimeUnit.SECONDS).body()).contains(">a-hold<");
            assertThat(fixture.post("Plain", request("again")).body()).contains(">a-again<");
            assertThat(fixture.engine.counters().value(Counter.REQUESTS_REFUSED))
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseAtOnceWhenNobodyMayWait() throws Exception {
        try (EngineFixture fixture = fixture(places(1, Duration.ZERO))) {
            CompletableFuture<HttpResponse<String>> first = fixture.postLater("Plain", request("hold"));
            awaitCalls(fixture, 1);
            for (int i = 0; i < 20; i++) {
                assertThat(fixture.post("Plain", request("late")).statusCode()).isEqualTo(503);
            }
            fixture.partner.held.release();
            assertThat(first.get(120, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(fixture.partner.requests).hasSize(1);
        }
    }

    @Test
    void shouldKeepWaitingRequestWholeWhenClientSendsAhead() throws Exception {
        try (EngineFixture fixture = fixture(places(1, LONG));
                Socket socket = connect(fixture)) {
            CompletableFuture<HttpResponse<String>> first = fixture.postLater("Plain", request("hold"));
            awaitCalls(fixture, 1);
            // The first all but fills its buffer, so that what follows needs another one.
            send(socket, request("one") + " ".repeat(3_600));
            awaitWaiting(fixture, 1);
            String padding = " ".repeat(20_000);
            send(socket, request("two") + padding);
            send(socket, request("three") + padding);
            fixture.partner.held.release();
            assertThat(first.get(120, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(answers(socket, 3)).containsSubsequence(">a-one<", ">a-two<", ">a-three<");
        }
    }

    @Test
    void shouldStartNothingWhenWaitingClientIsGone() throws Exception {
        try (EngineFixture fixture = fixture(places(1, LONG))) {
            CompletableFuture<HttpResponse<String>> first = fixture.postLater("Plain", request("hold"));
            awaitCalls(fixture, 1);
            try (Socket socket = connect(fixture)) {
                send(socket, request("gone"));
                awaitWaiting(fixture, 1);
            }
            CompletableFuture<HttpResponse<String>> last = fixture.postLater("Plain", request("last"));
            // Who has gone is not counted any more after a sweep.
            awaitWaiting(fixture, 1);
            fixture.partner.held.release();
            assertThat(first.get(120, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(last.get(120, TimeUnit.SECONDS).body()).contains(">a-last<");
            assertThat(fixture.engine.counters().value(Counter.INSTANCES_STARTED))
                    .isEqualTo(2);
        }
    }

    @Test
    void shouldTakeMessageForRunningInstanceWhenThereIsNoPlace() throws Exception {
        try (EngineFixture fixture = fixture(places(1, LONG))) {
            var archive = fixture.archive("Conversation", "");
            archive.remove("soabench-process.json");
            archive.put("Conversation.bpel", CONVERSATION.getBytes(StandardCharsets.UTF_8));
            fixture.engine.deployer().deploy("Conversation", archive);
            CompletableFuture<HttpResponse<String>> first = fixture.postLater("Conversation", request("k1"));
            await(fixture.engine::running, 1);
            CompletableFuture<HttpResponse<String>> next = fixture.postLater("Conversation", request("k2"));
            awaitWaiting(fixture, 1);
            assertThat(fixture.post("Conversation", more("k1")).body()).contains(">second<");
            assertThat(first.get(120, TimeUnit.SECONDS).body()).contains(">first<");
            assertThat(fixture.post("Conversation", more("k2")).body()).contains(">second<");
            assertThat(next.get(120, TimeUnit.SECONDS).body()).contains(">first<");
        }
    }

    private static String more(String id) {
        return ScriptedPartner.envelope("<c:more xmlns:c=\"urn:fixture:client\">" + id + "</c:more>");
    }

    private static Socket connect(EngineFixture fixture) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static void send(Socket socket, String body) throws IOException {
        socket.getOutputStream()
                .write(("POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: "
                                + body.length() + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Reads from a socket up to the end of a number of envelopes. */
    private static String answers(Socket socket, int number) throws IOException {
        InputStream input = socket.getInputStream();
        StringBuilder text = new StringBuilder();
        int ends = 0;
        while (ends < number) {
            int next = input.read();
            assertThat(next).as(text.toString()).isNotNegative();
            text.append((char) next);
            if (text.length() >= ENVELOPE_END.length()
                    && text.substring(text.length() - ENVELOPE_END.length()).equals(ENVELOPE_END)) {
                ends++;
            }
        }
        return text.toString();
    }
}
