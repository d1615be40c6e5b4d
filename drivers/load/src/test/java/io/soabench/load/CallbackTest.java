package io.soabench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.load.input.BadInput;
import io.soabench.load.server.Replayed;
import io.soabench.load.server.ScriptedServer;
import io.soabench.load.server.Testbed;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.HostClock;
import io.soabench.plan.LoadRecord;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are answered by a callback, of a server that calls back as it should, or otherwise. */
class CallbackTest {

    private static final List<String> PATH = List.of("{urn:q}answer", "{urn:q}id");
    private static final List<String> ADDRESSED = List.of();
    private static final byte[] ACCEPTED = ScriptedServer.http("202 Accepted", "");
    private static final Pattern REPLY_TO = Pattern.compile("<a:Address>([^<]+)</a:Address>");

    @TempDir
    Path folder;

    private final int port = TestPorts.next();
    private final HttpClient http = HttpClient.newHttpClient();

    /** What the client said to each callback, by what was said of it. */
    private final Queue<String> said = new ConcurrentLinkedQueue<>();

    private Testbed closed(List<String> path) {
        return Testbed.closed(folder).callsBack(port, path);
    }

    private static String byPath(String uiid) {
        return ScriptedServer.soap("<q:answer xmlns:q=\"urn:q\"><q:id>" + uiid + "</q:id></q:answer>");
    }

    private static String related(String to) {
        return ScriptedServer.soap("<q:answer xmlns:q=\"urn:q\"/>")
                .replace(
                        "<s:Body>",
                        "<s:Header><a:RelatesTo xmlns:a=\"" + CallbackPlan.ADDRESSING + "\">" + to
                                + "</a:RelatesTo></s:Header><s:Body>");
    }

    private String address() {
        return "http://127.0.0.1:" + port + "/Sequential";
    }

    private int call(String what, String address, String envelope) {
        try {
            int status = http.send(
                            HttpRequest.newBuilder(URI.create(address))
                                    .header("Content-Type", "text/xml; charset=utf-8")
                                    .POST(HttpRequest.BodyPublishers.ofString(envelope))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
            said.add(what + " " + status);
            return status;
        } catch (IOException e) {
            said.add(what + " " + e);
            return 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void later(long ms, Runnable work) {
        CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS).execute(work);
    }

    /** Acknowledges, and after that time calls back once with what the function makes of the UIID. */
    private ScriptedServer.Script callingBack(long afterMs, Function<String, String> message) {
        return (request, socket, out) -> {
            out.write(ACCEPTED);
            later(afterMs, () -> call("callback", address(), message.apply(request.uiid())));
        };
    }

    /** Waits until the client has said that. A run may end before the caller has read the answer to its last callback. */
    private void awaitSaid(String... words) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!said.containsAll(List.of(words))) {
            assertThat(System.nanoTime())
                    .as("%s, and not all of %s", said, List.of(words))
                    .isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private static Map<String, Long> outcomes(Replayed run) {
        return run.samples().stream().collect(Collectors.groupingBy(Replayed.Line::outcome, Collectors.counting()));
    }

    private Replayed run(ScriptedServer.Script script, Testbed testbed) throws Exception {
        try (ScriptedServer server = new ScriptedServer(script)) {
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));
            LoadRunContract.assertWhole(run.load(), run.samples());
            return run;
        }
    }

    @Test
    void shouldMeasureUntilTheCallbackAndThinkAfterIt() throws Exception {
        Replayed run = run(
                callingBack(60, CallbackTest::byPath),
                closed(PATH).phases(0, 2_000, 5_000).request(1, 1, 10_000, 0).request(2, 1, 20_000, 1));

        assertThat(run.samples()).hasSizeGreaterThan(4).allSatisfy(line -> {
            assertThat(line.outcome()).isEqualTo("OK");
            assertThat(line.status()).isEqualTo(202);
            assertThat(line.latencyMs()).isBetween(60.0, 60 + LoadRunContract.LATE_MS);
        });
        List<Replayed.Line> first =
                run.samples().stream().filter(line -> line.client() == 1).toList();
        assertThat(first.get(1).intendedNs() - first.get(0).endNs()).isEqualTo(10_000_000L);
        assertThat(run.load().callbacks())
                .isEqualTo(new LoadRecord.Callbacks(run.samples().size(), 0, 0, 0, 0, 0));
        assertThat(said).allMatch("callback 202"::equals);
    }

    @Test
    void shouldTellProcessesWhereToAnswerAndFindTheRequestByRelatesTo() throws Exception {
        Queue<String> addresses = new ConcurrentLinkedQueue<>();
        Replayed run = run(
                (request, socket, out) -> {
                    out.write(ACCEPTED);
                    Matcher to = REPLY_TO.matcher(request.body());
                    assertThat(to.find()).isTrue();
                    addresses.add(to.group(1));
                    later(5, () -> call("callback", to.group(1), related("urn:soabench:" + request.uiid())));
                },
                closed(ADDRESSED).phases(0, 400, 5_000).request(1, 1, 10_000, 0));

        assertThat(outcomes(run)).containsOnlyKeys("OK");
        assertThat(addresses).containsOnly(address());
        assertThat(run.load().callbacks().unwanted()).isZero();
    }

    @Test
    void shouldHoldManyThatWaitForCallbacksWithFewConnectionsAndTwoThreads() throws Exception {
        int requests = 500;
        Queue<String> waiting = new ConcurrentLinkedQueue<>();
        Testbed testbed = Testbed.open(folder).callsBack(port, PATH).phases(0, 1_500, 20_000);
        IntStream.range(0, requests).forEach(i -> testbed.request(1, i + 1, i * 1_000L, i % 2));
        Replayed run = run(
                (request, socket, out) -> {
                    out.write(ACCEPTED);
                    waiting.add(request.uiid());
                    if (waiting.size() == requests) {
                        later(0, () -> waiting.forEach(uiid -> call("callback", address(), byPath(uiid))));
                    }
                },
                testbed);

        assertThat(outcomes(run)).isEqualTo(Map.of("OK", (long) requests));
        assertThat(run.load().effort().threads()).isEqualTo(2);
        assertThat(run.load().effort().connections().atOnce())
                .as("a request that was acknowledged needs no connection")
                .isLessThan(requests / 2);
    }

    @Test
    void shouldTakeACallbackThatComesBeforeTheAcknowledgement() throws Exception {
        Replayed run = run(
                (request, socket, out) -> {
                    call("callback", address(), byPath(request.uiid()));
                    Thread.sleep(50);
                    out.write(ACCEPTED);
                },
                closed(PATH).phases(0, 300, 5_000).request(1, 1, 10_000, 0));

        assertThat(outcomes(run)).containsOnlyKeys("OK");
        assertThat(run.samples())
                .as("it ends at the callback; the next one begins when the request was taken, too")
                .allSatisfy(line -> assertThat(line.status()).isEqualTo(202));
        assertThat(run.load().callbacks().taken()).isEqualTo(run.samples().size());
    }

    @Test
    void shouldCountTheLostAsTimeOutsOfTheirOwnAndTheLateAndTheRepeated() throws Exception {
        Replayed run = run(
                (request, socket, out) -> {
                    out.write(ACCEPTED);
                    switch (request.uiid()) {
                        case "office.1.1" -> {
                            // Never.
                        }
                        case "office.1.2" -> later(450, () -> call("late", address(), byPath("office.1.2")));
                        default ->
                            later(5, () -> {
                                call("first", address(), byPath(request.uiid()));
                                call("second", address(), byPath(request.uiid()));
                            });
                    }
                },
                // The last one keeps the listener open until the late one has come.
                closed(PATH)
                        .phases(0, 1_200, 200)
                        .request(1, 1, 10_000, 0)
                        .request(1, 2, 10_000, 0)
                        .request(1, 3, 10_000, 0)
                        .request(1, 4, 500_000, 0));

        assertThat(run.samples())
                .filteredOn(line -> line.uiid().matches("office.1.[12]"))
                .hasSize(2)
                .allSatisfy(line -> {
                    assertThat(line.outcome()).isEqualTo("NO_CALLBACK");
                    assertThat(line.status()).isEqualTo(202);
                    assertThat(line.serviceMs()).isBetween(200.0, 200 + LoadRunContract.LATE_MS);
                    assertThat(line.detail()).isEqualTo("not called back within 200 ms");
                });
        assertThat(run.samples())
                .filteredOn(line -> !line.uiid().matches("office.1.[12]"))
                .isNotEmpty()
                .allMatch(line -> line.outcome().equals("OK"));
        assertThat(run.load().callbacks().late()).isEqualTo(1);
        // Nobody listens any more when the last request has been answered, so its second call may find nobody.
        long taken = run.load().callbacks().taken();
        assertThat(taken).isGreaterThan(1);
        assertThat(run.load().callbacks().repeated()).isBetween(taken - 1, taken);
        assertThat(run.load().callbacks().foreign()).isZero();
        awaitSaid("late 202", "second 202");
    }

    @ParameterizedTest
    @ValueSource(strings = {"office.1.99", "other.1.1", "office.1.x", "urn:uuid:5"})
    void shouldRefuseWhatRelatesToNoRequest(String stranger) throws Exception {
        Replayed run = run(
                (request, socket, out) -> {
                    out.write(ACCEPTED);
                    later(5, () -> {
                        call("stranger", address(), related(stranger));
                        call("own", address(), related("urn:soabench:" + request.uiid()));
                    });
                },
                closed(ADDRESSED).phases(0, 200, 5_000).request(1, 1, 10_000, 0));

        assertThat(outcomes(run)).containsOnlyKeys("OK");
        assertThat(run.load().callbacks().foreign())
                .isEqualTo(run.load().callbacks().taken())
                .isPositive();
        awaitSaid("stranger 404", "own 202");
    }

    @Test
    void shouldCountWhatSaysNothing() throws Exception {
        Replayed run = run(
                (request, socket, out) -> {
                    out.write(ACCEPTED);
                    later(5, () -> {
                        call("no XML", address(), "hello");
                        call("cut off", address(), byPath(request.uiid()).substring(0, 100));
                        call("no identifier", address(), ScriptedServer.soap("<q:answer xmlns:q=\"urn:q\"/>"));
                        call("empty", address(), "");
                        call("elsewhere", address() + "/more", byPath(request.uiid()));
                        call("good", address(), byPath(request.uiid()));
                    });
                },
                closed(PATH).phases(0, 10, 5_000).request(1, 1, 0, 0).request(1, 2, 90_000, 0));

        assertThat(outcomes(run)).isEqualTo(Map.of("OK", 1L));
        assertThat(run.load().callbacks()).isEqualTo(new LoadRecord.Callbacks(1, 0, 0, 1, 4, 0));
        awaitSaid("good 202");
        assertThat(said)
                .containsExactly(
                        "no XML 400", "cut off 400", "no identifier 400", "empty 400", "elsewhere 404", "good 202");
    }

    @Test
    void shouldJudgeTheCallbackAsAnyAnswer() throws Exception {
        Replayed run = run(
                callingBack(
                        5,
                        uiid -> uiid.equals("office.1.1")
                                ? related("urn:soabench:" + uiid).replace("answer", "other")
                                : related("urn:soabench:" + uiid)
                                        .replace(
                                                "<q:answer xmlns:q=\"urn:q\"/>",
                                                "<s:Fault><faultcode>s:Server</faultcode></s:Fault>")),
                closed(ADDRESSED)
                        .phases(0, 1_000, 5_000)
                        .request(1, 1, 0, 0)
                        .request(1, 2, 1_000, 0)
                        .request(1, 3, 900_000, 0));

        assertThat(run.samples()).extracting(Replayed.Line::outcome).startsWith("WRONG", "FAULT");
        assertThat(run.samples().get(0).detail()).isEqualTo("the answer is {urn:q}other");
    }

    @Test
    void shouldEndAtARefusalWithoutWaitingForACallback() throws Exception {
        Replayed run = run(
                (request, socket, out) -> out.write(ScriptedServer.http("503 Service Unavailable", "")),
                closed(PATH).phases(0, 200, 5_000).request(1, 1, 10_000, 0));

        assertThat(outcomes(run)).containsOnlyKeys("HTTP");
        assertThat(run.samples()).hasSizeGreaterThan(2);
    }

    @Test
    void shouldAbortWhatWaitsForACallbackWhenItIsStopped() throws Exception {
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> out.write(ACCEPTED))) {
            Testbed testbed = closed(PATH).phases(0, 20_000, 20_000).request(1, 1, 0, 0);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()), (load, clock) -> {
                load.start(clock.epochNanos() + 1_000_000);
                while (server.requests().isEmpty()) {
                    Thread.sleep(5);
                }
                // Time to read the acknowledgement.
                Thread.sleep(1_000);
                load.stop();
            });

            assertThat(run.samples()).singleElement().satisfies(line -> {
                assertThat(line.outcome()).isEqualTo("ABORTED");
                assertThat(line.detail()).isEqualTo("stopped while waiting for the callback");
            });
        }
    }

    @Test
    void shouldHandOutTheCallbacksOfChecksAndCountNoneOfThem() throws Exception {
        try (ScriptedServer server = new ScriptedServer(callingBack(1, CallbackTest::byPath))) {
            String envelope = byPath("office.1.10003");
            Testbed testbed =
                    closed(PATH).check("office.1.10003").phases(0, 50, 5_000).request(1, 1, 0, 0);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()), (LoadRun load, HostClock clock) -> {
                assertThat(call("check", address(), envelope)).isEqualTo(202);
                load.start(clock.epochNanos() + 1_000_000);
            });

            assertThat(run.protocol())
                    .contains("called office.1.10003 "
                            + Base64.getEncoder().encodeToString(envelope.getBytes(StandardCharsets.UTF_8)));
            assertThat(run.load().callbacks().foreign()).isZero();
            assertThat(run.load().callbacks().taken()).isEqualTo(run.samples().size());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRehearseCallbacksAndLeaveNoTrace(boolean addressed) throws Exception {
        Replayed run = run(
                callingBack(1, addressed ? uiid -> related("urn:soabench:" + uiid) : CallbackTest::byPath),
                closed(addressed ? ADDRESSED : PATH)
                        .rehearsal(600)
                        .phases(0, 50, 5_000)
                        .request(1, 1, 0, 0));

        assertThat(outcomes(run)).containsOnlyKeys("OK");
        assertThat(run.load().callbacks())
                .isEqualTo(new LoadRecord.Callbacks(run.samples().size(), 0, 0, 0, 0, 0));
    }

    @Test
    void shouldRefuseToWaitWithJMeter() throws Exception {
        LoadRun run = new LoadRun(
                closed(PATH)
                        .engine(LoadRecord.Engine.JMETER)
                        .request(1, 1, 0, 0)
                        .write("http://127.0.0.1:1/a"),
                HostClock.system(),
                line -> {});

        assertThat(catchThrowableOfType(BadInput.class, run::run).problems())
                .containsExactly("JMeter takes no callbacks, but case " + Testbed.CASE
                        + " has a process that answers by one; use --engine loop");
    }

    @Test
    void shouldSayWhenItsPortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            LoadRun run = new LoadRun(
                    closed(PATH).request(1, 1, 0, 0).write("http://127.0.0.1:1/a"), HostClock.system(), line -> {});

            assertThat(taken.isBound()).isTrue();
            assertThat(catchThrowableOfType(IOException.class, run::run))
                    .hasMessageStartingWith("cannot listen for callbacks at /127.0.0.1:" + port);
        }
    }
}
