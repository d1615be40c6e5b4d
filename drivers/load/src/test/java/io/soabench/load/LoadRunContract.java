package io.soabench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.load.http.BatchOrder;
import io.soabench.load.record.Steadiness;
import io.soabench.load.server.Replayed;
import io.soabench.load.server.ScriptedServer;
import io.soabench.load.server.Testbed;
import io.soabench.load.text.Uiid;
import io.soabench.plan.AnswerSample;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.KeptAnswers;
import io.soabench.plan.LoadEnd;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run of the load client does, whatever sends its requests. */
abstract class LoadRunContract {

    /** The machine of the tests is shared: what is late by more is not the client's doing, what is early always is. */
    static final double LATE_MS = 2_000;

    /** Requests that may begin between two lines of the protocol. */
    private static final long MORE = 20;

    @TempDir
    Path folder;

    /** What sends the requests. */
    abstract LoadRecord.Engine engine();

    Testbed closed() {
        return Testbed.closed(folder).engine(engine());
    }

    Testbed open() {
        return Testbed.open(folder).engine(engine());
    }

    static final class Gate {

        private final CountDownLatch opened = new CountDownLatch(1);

        void open() {
            opened.countDown();
        }

        void pass() throws InterruptedException {
            assertThat(opened.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    static void assertWhole(LoadRecord load, List<Replayed.Line> samples) {
        assertThat(load.requests().sent()).isEqualTo(samples.size());
        assertThat(load.requests().recorded()).isEqualTo(samples.size());
    }

    @Test
    void shouldSendEachChunkOfAMixToItsProcessAndExpectItsAnswer() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = Testbed.closed(folder)
                    .mixed()
                    .answer("{urn:q}other")
                    .phases(0, 400, 5_000)
                    .request(1, 1, 20_000, 0)
                    .request(1, 2, 30_000, 1);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertWhole(run.load(), run.samples());
            assertThat(run.samples()).hasSizeGreaterThan(3);
            assertThat(run.samples())
                    .as("only the first process must answer with a certain element")
                    .allSatisfy(line -> assertThat(line.outcome()).isEqualTo(line.chunk() == 0 ? "WRONG" : "OK"));
            String path = server.endpoint().getPath();
            for (ScriptedServer.Request request : server.requests()) {
                boolean notice = request.body().contains("<q:large/>");
                assertThat(request.head()).startsWith("POST " + path + (notice ? "/b?c" : "/a") + " HTTP/1.1\r\n");
                assertThat(request.header("SOAPAction")).isEqualTo(notice ? "\"urn:notice\"" : "\"urn:order\"");
            }
        }
    }

    @Test
    void shouldKeepTheWholeAnswersOfARandomSampleOfMeasuredRequests() throws Exception {
        AnswerSample sample = new AnswerSample(
                5, 7, List.of(new AnswerSample.Right(SamplePlan.PROCESS, "small", "<right/>", List.of())));
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().compares(sample)
                    .phases(100, 600, 5_000)
                    .request(1, 1, 2_000, 0)
                    .request(1, 2, 2_000, 1)
                    .request(2, 1, 2_000, 0);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            List<String> lowest = run.samples().stream()
                    .filter(line -> line.phase().equals("measure") && line.chunk() == 0)
                    .map(Replayed.Line::uiid)
                    .sorted((one, other) -> Long.compareUnsigned(rank(sample, one), rank(sample, other)))
                    .limit(5)
                    .toList();
            KeptAnswers kept = Json.read(testbed.out().resolve("answers-here.json"), KeptAnswers.class);
            assertThat(kept.answers()).extracting(KeptAnswers.Kept::uiid).isEqualTo(lowest);
            assertThat(kept.answers()).allSatisfy(answer -> {
                assertThat(answer.chunk()).isEqualTo("small");
                assertThat(answer.envelope()).startsWith("<?xml").endsWith("</s:Envelope>");
            });
        }
    }

    private static long rank(AnswerSample sample, String uiid) {
        Uiid.Request request = new Uiid("office").read(uiid).orElseThrow();
        return sample.rank(1, request.client(), request.number(), request.lap());
    }

    @Test
    void shouldKeepNoAnswersWhenNoneIsCompared() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().phases(0, 100, 5_000).request(1, 1, 2_000, 0);
            Replayed.of(testbed.write(server.endpoint().toString()));

            assertThat(testbed.out().resolve("answers-here.json")).doesNotExist();
        }
    }

    @Test
    void shouldKeepThinkTimesAndLapsWhenWorkloadIsClosed() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().phases(300, 700, 5_000)
                    .request(1, 1, 20_000, 0)
                    .request(1, 2, 30_000, 1)
                    .request(2, 1, 50_000, 0);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));
            assertWhole(run.load(), run.samples());
            List<Replayed.Line> first =
                    run.samples().stream().filter(l -> l.client() == 1).toList();
            assertThat(first)
                    .extracting(Replayed.Line::uiid)
                    .startsWith("office.1.1", "office.1.2", "office.1.1~2", "office.1.2~2", "office.1.1~3");
            assertThat(first.get(0).intendedNs()).isEqualTo(run.load().times().startNs() + 20_000_000L);
            for (int i = 1; i < first.size(); i++) {
                assertThat(first.get(i).intendedNs() - first.get(i - 1).endNs())
                        .as("think time before request %d", i)
                        .isEqualTo(i % 2 == 1 ? 30_000_000L : 20_000_000L);
                assertThat(first.get(i).chunk()).isEqualTo(i % 2);
            }
            assertThat(run.samples()).allSatisfy(line -> {
                assertThat(line.outcome()).isEqualTo("OK");
                assertThat(line.startNs()).isGreaterThanOrEqualTo(line.intendedNs());
                assertThat(line.intendedNs()).isLessThan(run.load().times().measureEndNs());
                assertThat(line.phase())
                        .isEqualTo(line.intendedNs() < run.load().times().measureStartNs() ? "warmup" : "measure");
            });
            assertThat(run.load().requests().laps())
                    .isEqualTo(run.samples().stream()
                            .filter(l -> l.uiid().contains(".1~"))
                            .count());
            assertThat(run.load().requests().measure().planned()).isEqualTo(-1);
            assertThat(run.load().effort().engine()).isEqualTo(engine());
            assertThat(run.load().effort().connections())
                    .isEqualTo(new LoadRecord.Connections(
                            ConnectionPlan.Use.KEPT,
                            2,
                            run.load().effort().connections().most()));
            assertThat(run.load().ended()).isEqualTo(LoadEnd.COMPLETE);
            assertThat(server.connections()).isEqualTo(2);
            assertThat(server.requests())
                    .extracting(ScriptedServer.Request::uiid)
                    .containsExactlyInAnyOrderElementsOf(
                            run.samples().stream().map(Replayed.Line::uiid).toList());
        }
    }

    private static List<Long> begun(Replayed run) {
        return run.protocol().stream()
                .filter(line -> line.startsWith("begun "))
                .map(line -> Long.parseLong(line.substring("begun ".length())))
                .toList();
    }

    private static long measuredRequests(Replayed run) {
        return run.samples().stream()
                .filter(line -> line.phase().equals("measure"))
                .count();
    }

    @Test
    void shouldTellAtOnceWhenTheRequestBeginsForWhichAnEventWaits() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().phases(300, 900, 5_000)
                    .request(1, 1, 20_000, 0)
                    .request(2, 1, 20_000, 0)
                    .awaits(15)
                    .awaits(5);

            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertThat(measuredRequests(run)).isGreaterThan(20);
            // Some begin while the line is made, more on a busy machine; nothing is told after the last that is
            // awaited.
            assertThat(begun(run)).isSorted().hasSizeBetween(1, 4);
            assertThat(begun(run).get(begun(run).size() - 1)).isBetween(15L, 15L + MORE);
        }
    }

    @Test
    void shouldTellOftenHowManyRequestsHaveBegunWhenOthersSendSomeToo() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().phases(200, 800, 5_000)
                    .request(1, 1, 20_000, 0)
                    .twoHosts()
                    .awaits(1_000);

            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertThat(begun(run)).isSorted().doesNotHaveDuplicates().hasSizeGreaterThan(5);
            assertThat(begun(run).get(begun(run).size() - 1))
                    .isBetween(measuredRequests(run) - MORE, measuredRequests(run));
        }
    }

    @Test
    void shouldNotTellHowManyRequestsHaveBegunWhenNoEventWaits() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().phases(0, 300, 5_000).request(1, 1, 20_000, 0);

            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertThat(measuredRequests(run)).isPositive();
            assertThat(begun(run)).isEmpty();
        }
    }

    /** Gives the instant of the measurement as soon as the client says that it is steady, as a driver does. */
    private static final class OnceSteady implements Replayed.Meanwhile {

        private static final long LEAD_NS = TimeUnit.MILLISECONDS.toNanos(300);
        private HostClock clock;

        @Override
        public void act(LoadRun run, HostClock clockOfRun) {
            clock = clockOfRun;
            run.start(clock.epochNanos() + LEAD_NS);
        }

        @Override
        public void printed(LoadRun run, String line) {
            if (line.equals("steady")) {
                run.measureFrom(clock.epochNanos() + LEAD_NS);
            }
        }
    }

    private static List<String> measured(Replayed run) {
        return run.samples().stream()
                .filter(line -> line.phase().equals("measure"))
                .map(line -> line.uiid() + " " + line.chunk())
                .sorted()
                .toList();
    }

    private static double warmUpS(Replayed run) {
        return (run.load().times().measureStartNs() - run.load().times().startNs()) / 1e9;
    }

    /** Arrivals 20 ms apart in the longest warm-up and one second after it. */
    static void arrivals(Testbed testbed, int warmUpS) {
        testbed.phases(warmUpS * 1_000L, 1_000, 5_000).untilSteady();
        IntStream.range(0, (warmUpS + 1) * 50).forEach(i -> testbed.request(1, i + 1, i * 20_000L, i % 2));
    }

    @Test
    void shouldMeasureTheSameRequestsAsSoonAsResponseTimesAreSteady() throws Exception {
        // Seconds where the machine is quiet; where it is not, a later look finds what an earlier one could not be sure
        // of.
        int longestS = 130;
        AtomicLong firstNs = new AtomicLong();
        // The server takes 800 ms at first, 250 ms less each second, and 300 ms from the third second on.
        try (ScriptedServer falling = new ScriptedServer((request, socket, out) -> {
            firstNs.compareAndSet(0, System.nanoTime());
            long second = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - firstNs.get());
            new CountDownLatch(1).await(Math.max(300, 800 - 250 * second), TimeUnit.MILLISECONDS);
            out.write(ScriptedServer.good());
        })) {
            Testbed testbed = open();
            arrivals(testbed, longestS);
            Replayed run = Replayed.of(testbed.write(falling.endpoint().toString()), new OnceSteady());

            assertWhole(run.load(), run.samples());
            assertThat(run.load().ended()).isEqualTo(LoadEnd.COMPLETE);
            assertThat(run.load().requests().warmUp().planned()
                            + run.load().requests().measure().planned())
                    .isEqualTo(run.load().requests().sent());
            assertThat(run.load().requests().measure().planned()).isEqualTo(50);
            assertThat(run.load().warmUp()).isEqualTo(LoadRecord.WarmUp.STEADY);
            assertThat(run.protocol()).containsOnlyOnce("steady");
            assertThat(warmUpS(run)).isBetween(Steadiness.LEAST_MS / 1e3, (double) longestS);
            assertThat(run.load().times().measureEndNs() - run.load().times().measureStartNs())
                    .isEqualTo(1_000_000_000L);
            assertThat(measured(run))
                    .isEqualTo(IntStream.range(longestS * 50, longestS * 50 + 50)
                            .mapToObj(i -> "office.1." + (i + 1) + " " + i % 2)
                            .sorted()
                            .toList());
            assertThat(run.samples()).allSatisfy(line -> assertThat(line.phase())
                    .isEqualTo(line.intendedNs() < run.load().times().measureStartNs() ? "warmup" : "measure"));
        }
    }

    @Test
    void shouldMeasureAfterTheLongestWarmUpWhenResponseTimesGrowWithoutEnd() throws Exception {
        AtomicLong firstNs = new AtomicLong();
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
            firstNs.compareAndSet(0, System.nanoTime());
            long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - firstNs.get());
            new CountDownLatch(1).await(5 + ms / 20, TimeUnit.MILLISECONDS);
            out.write(ScriptedServer.good());
        })) {
            Testbed testbed = open();
            arrivals(testbed, 7);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()), new OnceSteady());

            assertWhole(run.load(), run.samples());
            assertThat(run.load().warmUp()).isEqualTo(LoadRecord.WarmUp.UNSTEADY);
            assertThat(run.protocol()).doesNotContain("steady");
            assertThat(warmUpS(run)).isEqualTo(7.0);
            assertThat(measured(run)).hasSize(50).allMatch(line -> Integer.parseInt(line.split("[. ]", -1)[2]) > 350);
        }
    }

    /** Ends the measurement as soon as the client has told of that many answers, as a driver does. */
    private record OnceAnswered(int enough) implements Replayed.Meanwhile {

        private static final HostClock CLOCK = HostClock.system();

        @Override
        public void act(LoadRun run, HostClock clock) {
            run.start(clock.epochNanos() + OnceSteady.LEAD_NS);
        }

        @Override
        public void printed(LoadRun run, String line) {
            if (line.startsWith("answered ") && Integer.parseInt(line.substring("answered ".length())) >= enough) {
                run.measureUntil(CLOCK.epochNanos() + OnceSteady.LEAD_NS);
            }
        }
    }

    @Test
    void shouldMeasureNoLongerThanItIsToldOnceThereAreEnoughAnswers() throws Exception {
        int enough = 20;
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = open().phases(200, 120_000, 5_000).until(enough);
            IntStream.range(0, 120 * 50).forEach(i -> testbed.request(1, i + 1, i * 20_000L, i % 2));
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()), new OnceAnswered(enough));

            assertWhole(run.load(), run.samples());
            assertThat(run.load().ended()).isEqualTo(LoadEnd.COMPLETE);
            LoadRecord.Times times = run.load().times();
            assertThat(times.measureEndNs() - times.measureStartNs()).isLessThan(TimeUnit.SECONDS.toNanos(120));
            assertThat(run.load().requests().measure().sent()).isGreaterThanOrEqualTo(enough);
            assertThat(run.load().requests().measure().planned())
                    .as("arrivals until the end that was given")
                    .isEqualTo(run.load().requests().measure().sent());
            assertThat(run.samples())
                    .allSatisfy(line -> assertThat(line.intendedNs()).isLessThan(times.measureEndNs()));
        }
    }

    @Test
    void shouldEndAsADefectWhenTheMeasurementIsToEndThoughItHasOneLength() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            LoadOptions options = open().phases(0, 60_000, 1_000)
                    .request(1, 1, 0, 0)
                    .write(server.endpoint().toString());

            assertThatThrownBy(() -> Replayed.of(options, (run, clock) -> {
                        run.start(clock.epochNanos());
                        run.measureUntil(clock.epochNanos() + OnceSteady.LEAD_NS);
                    }))
                    .hasStackTraceContaining("no measurement goes on that can be ended");
        }
    }

    @Test
    void shouldEndAsADefectWhenTheMeasurementIsToBeginInThePast() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = open();
            arrivals(testbed, 7);
            LoadOptions options = testbed.write(server.endpoint().toString());

            assertThatThrownBy(() -> Replayed.of(options, (run, clock) -> {
                        run.start(clock.epochNanos());
                        run.measureFrom(clock.epochNanos() - 1);
                    }))
                    .hasStackTraceContaining("the measurement cannot begin at ");
        }
    }

    @Test
    void shouldCountLatencyFromTheIntendedStartWhenTheServerStalls() throws Exception {
        // Ten arrivals 50 ms apart. All connections stall until 500 ms after the first request arrived.
        AtomicBoolean stalled = new AtomicBoolean();
        Gate resumed = new Gate();
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
            if (stalled.compareAndSet(false, true)) {
                CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(resumed::open);
            }
            resumed.pass();
            out.write(ScriptedServer.good());
        })) {
            Testbed testbed = open().phases(0, 1_000, 5_000);
            IntStream.range(0, 10).forEach(i -> testbed.request(1, i + 1, i * 50_000L, 0));
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));
            assertWhole(run.load(), run.samples());
            assertThat(run.samples()).hasSize(10);
            List<Replayed.Line> byTime = run.samples().stream()
                    .sorted(java.util.Comparator.comparingLong(Replayed.Line::intendedNs))
                    .toList();
            for (int i = 0; i < 10; i++) {
                assertThat(byTime.get(i).intendedNs())
                        .isEqualTo(run.load().times().startNs() + i * 50_000_000L);
                // Request i was wanted 50 i ms after the first; the stall ends at 500 ms.
                assertThat(byTime.get(i).latencyMs())
                        .as("latency of %d", i)
                        .isBetween(499 - 50.0 * i, 500 - 50.0 * i + LATE_MS);
            }
            assertThat(run.load().requests().measure().planned()).isEqualTo(10);
        }
    }

    @Test
    void shouldNeverWaitForAnswersWhenWorkloadIsOpenAndThePoolIsLargeEnough() throws Exception {
        Gate end = new Gate();
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
            if (request.uiid().equals("office.1.10")) {
                end.open();
            }
            end.pass();
            out.write(ScriptedServer.good());
        })) {
            Testbed testbed = open().phases(100, 900, 5_000);
            IntStream.range(0, 10).forEach(i -> testbed.request(1, i + 1, i * 20_000L, i % 2));
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));
            assertWhole(run.load(), run.samples());
            assertThat(server.requests())
                    .extracting(ScriptedServer.Request::uiid)
                    .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 10)
                            .mapToObj(i -> "office.1." + i)
                            .toList());
            assertThat(run.load().requests().warmUp().missed()).isZero();
            assertThat(run.load().requests().measure().missed()).isZero();
            assertThat(run.samples())
                    .filteredOn(l -> l.phase().equals("warmup"))
                    .hasSize(5);
            assertThat(run.load().requests().warmUp().sent()).isEqualTo(5);
            assertThat(run.load().requests().warmUp().planned()).isEqualTo(5);
            assertThat(server.connections()).isEqualTo(10);
        }
    }

    @Test
    void shouldSendEachArrivalThatIsWantedJustBeforeTheEnd() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = open().phases(0, 300, 5_000);
            IntStream.range(0, 40).forEach(i -> testbed.request(1, i + 1, 299_960 + i, 0));
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));
            assertWhole(run.load(), run.samples());
            assertThat(run.load().requests().measure().planned()).isEqualTo(40);
            assertThat(run.load().requests().sent()).isEqualTo(40);
        }
    }

    @Test
    void shouldUseFewConnectionsWhenAnswersAreFast() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = open().phases(0, 1_000, 5_000);
            IntStream.range(0, 20).forEach(i -> testbed.request(1, i + 1, i * 45_000L, 0));
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));
            assertThat(run.samples()).hasSize(20);
            assertThat(server.connections()).isLessThan(10);
        }
    }

    @Test
    void shouldOpenAConnectionForEachRequestWhenTheModelWantsIt() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = open().phases(100, 900, 5_000).connections(ConnectionPlan.Use.NEW, 0);
            IntStream.range(0, 20).forEach(i -> testbed.request(1, i + 1, i * 40_000L, 0));

            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertWhole(run.load(), run.samples());
            assertThat(run.samples()).hasSize(20).allSatisfy(line -> assertThat(line.outcome())
                    .isEqualTo("OK"));
            assertThat(server.connections()).isEqualTo(20);
            assertThat(server.requests()).allSatisfy(request -> assertThat(request.header("Connection"))
                    .isEqualTo("close"));
            assertThat(run.load().requests().warmUp().opened()).isEqualTo(3);
            assertThat(run.load().requests().measure().opened()).isEqualTo(17);
            assertThat(run.load().effort().connections().use()).isEqualTo(ConnectionPlan.Use.NEW);
            assertThat(run.load().effort().connections().atOnce()).isLessThan(10);
        }
    }

    @Test
    void shouldSayNothingOfClosingWhenConnectionsAreKept() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().phases(0, 300, 5_000).request(1, 1, 10_000, 0);

            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertThat(server.requests()).hasSizeGreaterThan(2).allSatisfy(request -> assertThat(
                            request.header("Connection"))
                    .isEmpty());
            assertThat(run.load().requests().measure().opened()).isEqualTo(1);
            assertThat(run.load().requests().measure().waits()).isEqualTo(LoadRecord.Waits.NONE);
        }
    }

    /** Both connections are held until all arrivals have come; who comes later waits, and that is told. */
    @Test
    void shouldLetRequestsWaitWhenConnectionsAreLimited() throws Exception {
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
            Thread.sleep(1_000);
            out.write(ScriptedServer.good());
        })) {
            Testbed testbed = open().phases(0, 1_000, 5_000).connections(ConnectionPlan.Use.LIMITED, 2);
            IntStream.range(0, 6).forEach(i -> testbed.request(1, i + 1, i * 1_000L, 0));

            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertWhole(run.load(), run.samples());
            assertThat(server.connections()).isEqualTo(2);
            assertThat(run.samples()).hasSize(6).allSatisfy(line -> {
                assertThat(line.outcome()).isEqualTo("OK");
            });
            LoadRecord.Phase measure = run.load().requests().measure();
            assertThat(run.load().requests().warmUp().opened() + measure.opened())
                    .isEqualTo(2);
            assertThat(measure.waits().requests()).isEqualTo(4);
            assertThat(measure.waits().maxUs()).isBetween(1_800_000L, 5_000_000L);
            assertThat(measure.slip().p50Us()).as("waiting is no slip").isLessThan(800_000);
            assertThat(run.load().effort().connections().use()).isEqualTo(ConnectionPlan.Use.LIMITED);
            assertThat(run.load().effort().connections().most()).isEqualTo(2);
            assertThat(run.load().effort().connections().atOnce()).isEqualTo(2);
            assertThat(run.samples())
                    .as("response times hold the wait for three turns of a second")
                    .anyMatch(line -> line.latencyMs() >= 2_800);
        }
    }

    @Test
    void shouldLetClientsShareConnectionsThatAreFewer() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().phases(0, 500, 5_000).connections(ConnectionPlan.Use.LIMITED, 2);
            IntStream.range(0, 5).forEach(i -> testbed.request(i + 1, 1, 5_000, 0));

            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertWhole(run.load(), run.samples());
            assertThat(server.connections()).isLessThanOrEqualTo(2);
            assertThat(run.samples().stream().map(Replayed.Line::client).distinct())
                    .hasSize(5);
            assertThat(run.samples())
                    .allSatisfy(line -> assertThat(line.outcome()).isEqualTo("OK"));
        }
    }

    @Test
    void shouldLetClientsComeAndGo() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().phases(500, 1_800, 5_000)
                    .stays(2, "warm-up..600000")
                    .stays(3, "600000..1200000")
                    .stays(4, "")
                    .stays(5, "warm-up..0 1200000..end");
            IntStream.rangeClosed(1, 5).forEach(i -> testbed.request(i, 1, 10_000, 0));

            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertWhole(run.load(), run.samples());
            assertThat(run.samples())
                    .allSatisfy(line -> assertThat(line.outcome()).isEqualTo("OK"));
            assertBegun(run, 1, -500, 1_800);
            assertBegun(run, 2, -500, 600);
            assertBegun(run, 3, 610, 1_200);
            assertThat(sent(run, 4)).isEmpty();
            assertThat(sent(run, 5))
                    .noneMatch(ms -> ms >= 0 && ms < 1_210)
                    .anyMatch(ms -> ms < 0)
                    .anyMatch(ms -> ms >= 1_210);
            assertThat(run.load().ended()).isEqualTo(LoadEnd.COMPLETE);
        }
    }

    /** Who comes with the measurement comes when it begins, however early that is. */
    @Test
    void shouldLetClientsComeEarlierWhenTheWarmUpEndsEarlier() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().untilSteady()
                    .phases(20_000, 1_200, 5_000)
                    .stays(1, "warm-up..600000")
                    .stays(2, "400000..end");
            IntStream.rangeClosed(1, 2)
                    .forEach(i -> testbed.request(i, 1, 10_000, 0).request(i, 2, 10_000, 0));

            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()), (client, clock) -> {
                long start = clock.epochNanos() + 200_000_000L;
                client.start(start);
                Thread.sleep(400);
                client.measureFrom(clock.epochNanos() + 200_000_000L);
            });

            assertWhole(run.load(), run.samples());
            assertThat(run.load().times().measureStartNs() - run.load().times().startNs())
                    .isLessThan(15_000_000_000L);
            assertThat(sent(run, 1))
                    .anyMatch(ms -> ms < 0)
                    .anyMatch(ms -> ms > 200)
                    .noneMatch(ms -> ms >= 600);
            assertBegun(run, 2, 410, 1_200);
        }
    }

    /** When the requests of a client were to begin, milliseconds since the start of the measurement. */
    private static List<Double> sent(Replayed run, int client) {
        return run.samples().stream()
                .filter(line -> line.client() == client)
                .map(line -> (line.intendedNs() - run.load().times().measureStartNs()) / 1e6)
                .toList();
    }

    /** All between those times, and some in their first and last part. */
    private static void assertBegun(Replayed run, int client, double fromMs, double toMs) {
        List<Double> sent = sent(run, client);
        assertThat(sent).as("client %d", client).allSatisfy(ms -> assertThat(ms).isBetween(fromMs, toMs - 1e-6));
        assertThat(sent)
                .as("client %d", client)
                .anyMatch(ms -> ms < fromMs + 250)
                .anyMatch(ms -> ms > toMs - 250);
    }

    @Test
    void shouldTimeOutWhoWaitsTooLongForAConnection() throws Exception {
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> Thread.sleep(60_000))) {
            Testbed testbed = open().phases(0, 200, 300).connections(ConnectionPlan.Use.LIMITED, 1);
            IntStream.range(0, 2).forEach(i -> testbed.request(1, i + 1, i * 1_000L, 0));

            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertThat(run.samples()).extracting(Replayed.Line::outcome).containsOnly("TIMEOUT");
            assertThat(run.samples())
                    .allSatisfy(line -> assertThat(line.serviceMs()).isBetween(300.0, 30_000.0));
            assertThat(server.connections()).isLessThanOrEqualTo(2);
            assertThat(run.load().requests().measure().waits().requests()).isEqualTo(1);
        }
    }

    @Test
    void shouldLastToTheEndOfTheMeasurementWhenTheTraceEndsBefore() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = open().phases(100, 600, 5_000).request(1, 1, 5_000, 0);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));
            assertThat(run.samples()).hasSize(1);
            assertThat(run.load().times().endNs())
                    .isGreaterThanOrEqualTo(run.load().times().measureEndNs());
            assertThat(run.load().ended()).isEqualTo(LoadEnd.COMPLETE);
        }
    }

    @Test
    void shouldEndWithTheMeasurementWhenAClientStillThinks() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            long hourUs = TimeUnit.HOURS.toMicros(1);
            Testbed testbed = closed().phases(0, 300, 5_000)
                    .request(1, 1, 10_000, 0)
                    .request(1, 2, hourUs, 0)
                    .request(2, 1, hourUs, 0);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertWhole(run.load(), run.samples());
            assertThat(run.samples()).extracting(Replayed.Line::uiid).containsExactly("office.1.1");
            assertThat(run.load().ended()).isEqualTo(LoadEnd.COMPLETE);
        }
    }

    @Test
    void shouldRecordTimeOutsWhenTheServerNeverAnswers() throws Exception {
        try (Silence silence = new Silence()) {
            Testbed testbed = closed().phases(0, 200, 150).request(1, 1, 10_000, 0);
            Replayed run = Replayed.of(testbed.write(silence.server.endpoint().toString()));
            assertWhole(run.load(), run.samples());
            assertThat(run.samples()).isNotEmpty().allSatisfy(line -> {
                assertThat(line.outcome()).isEqualTo("TIMEOUT");
                assertThat(line.serviceMs()).isBetween(150.0, 150 + LATE_MS);
                assertThat(line.detail()).isEqualTo("time-out of 150 ms while waiting for the answer");
            });
            assertThat(run.load().ended()).isEqualTo(LoadEnd.COMPLETE);
        }
    }

    @Test
    void shouldEndEarlyWhenTheServerAnswersNobodyAnyMore() throws Exception {
        AtomicInteger answers = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
            if (answers.incrementAndGet() > 20) {
                never.await();
            }
            out.write(ScriptedServer.good());
        })) {
            Testbed testbed =
                    closed().phases(0, 600_000, 4_000).request(1, 1, 1_000, 0).request(2, 1, 2_000, 0);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));
            assertWhole(run.load(), run.samples());
            assertThat(run.load().ended()).isEqualTo(LoadEnd.HUNG);
            assertThat(run.protocol().stream().filter(l -> l.startsWith("hung ")))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .matches("hung 1\\d{4} 2");
            assertThat(run.samples()).filteredOn(l -> l.outcome().equals("OK")).hasSize(20);
            assertThat(run.samples())
                    .filteredOn(l -> !l.outcome().equals("OK"))
                    .allMatch(l -> l.outcome().equals("TIMEOUT"))
                    .filteredOn(
                            l -> l.detail().equals("given up while waiting for the answer because the server hangs"))
                    .hasSize(2);
            double silentMs = (run.load().times().measureEndNs()
                            - run.samples().stream()
                                    .filter(l -> l.outcome().equals("OK"))
                                    .mapToLong(Replayed.Line::endNs)
                                    .max()
                                    .orElseThrow())
                    / 1e6;
            assertThat(silentMs).isBetween(10_000.0, 20_000.0);
        }
    }

    @Test
    void shouldAbortRequestsInFlightWhenStopped() throws Exception {
        CountDownLatch arrived = new CountDownLatch(2);
        try (Silence silence = new Silence(arrived)) {
            Testbed testbed = closed().phases(0, 60_000, 30_000)
                    .request(1, 1, 0, 0)
                    .request(2, 1, 0, 0)
                    .request(3, 1, 50_000_000, 0);
            Replayed run = Replayed.of(testbed.write(silence.server.endpoint().toString()), (running, clock) -> {
                running.start(clock.epochNanos());
                assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
                running.stop();
            });
            assertWhole(run.load(), run.samples());
            assertThat(run.samples()).hasSize(2).allSatisfy(line -> {
                assertThat(line.outcome()).isEqualTo("ABORTED");
                assertThat(line.endNs()).isGreaterThan(line.startNs());
            });
            assertThat(run.load().ended()).isEqualTo(LoadEnd.STOPPED);
            assertThat(run.load().times().measureEndNs())
                    .isLessThan(run.load().times().startNs() + 50_000_000_000L);
        }
    }

    @Test
    void shouldWriteFilesWhenStoppedBeforeTheStart() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().request(1, 1, 0, 0);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()), (running, clock) -> running.stop());
            assertThat(run.samples()).isEmpty();
            assertThat(run.load().requests().sent()).isZero();
            assertThat(run.load().ended()).isEqualTo(LoadEnd.STOPPED);
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void shouldSendNothingBeforeTheStartInstantWhenItIsInTheFuture() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().phases(0, 300, 5_000).request(1, 1, 1_000, 0);
            Replayed run = Replayed.of(
                    testbed.write(server.endpoint().toString()),
                    (running, clock) -> running.start(clock.epochNanos() + 400_000_000L));
            assertThat(run.samples().get(0).intendedNs())
                    .isEqualTo(run.load().times().startNs() + 1_000_000L);
            assertThat(run.samples().get(0).startNs())
                    .isGreaterThanOrEqualTo(run.load().times().startNs() + 1_000_000L);
            assertThat(run.load().times().measureEndNs() - run.load().times().measureStartNs())
                    .isEqualTo(300_000_000L);
        }
    }

    /** Starts a run and stops it when it has said how it goes twice. */
    private static final class TwoProgressLines implements Replayed.Meanwhile {

        private int lines;

        @Override
        public void act(LoadRun run, HostClock clock) {
            run.start(clock.epochNanos() + 10_000_000);
        }

        @Override
        public void printed(LoadRun run, String line) {
            if (line.startsWith("progress ") && ++lines == 2) {
                run.stop();
            }
        }
    }

    @Test
    void shouldPrintProgressEachSecondWhenItRuns() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            // Lines are due at 1 s and 2 s; the one in the warm-up may be late by 0.9 s, the other by as long as it
            // likes.
            Testbed testbed = closed().phases(1_900, 60_000, 5_000).request(1, 1, 10_000, 0);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()), new TwoProgressLines());
            assertThat(run.protocol()).hasSize(3).first().isEqualTo("ready");
            List<ProgressLine> progress = run.protocol().stream()
                    .skip(1)
                    .map(line -> Json.parse(line.substring("progress ".length()), ProgressLine.class))
                    .toList();
            assertThat(progress).extracting(ProgressLine::phase).containsExactly("warmup", "measure");
            assertThat(progress.get(0).sent()).isPositive();
            assertThat(progress.get(0).sentPerSecond())
                    .isPositive()
                    .isLessThanOrEqualTo(progress.get(0).sent() + 0.1);
            assertThat(progress.get(0).answersPerSecond())
                    .isPositive()
                    .isLessThanOrEqualTo(progress.get(0).sent() + 0.1);
            assertThat(progress.get(1).slipP99Ms())
                    .isBetween(0.001, progress.get(1).p99Ms());
            assertThat(progress.get(1).sent())
                    .isGreaterThanOrEqualTo(progress.get(0).sent());
            assertThat(progress.get(1).failures()).isZero();
            assertThat(progress.get(1).p99Ms()).isPositive();
        }
    }

    @Test
    void shouldMeasureItsOwnProcessorTimeWhenItRuns() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Testbed testbed = closed().phases(100, 600, 5_000).request(1, 1, 500, 0);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));
            assertThat(run.load().effort().cpuMs()).isBetween(1L, 60_000L);
            assertThat(run.load().requests().measure().slip().p50Us())
                    .isLessThanOrEqualTo(run.load().requests().measure().slip().p99Us());
            assertThat(run.load().requests().measure().slip().p99Us())
                    .isLessThanOrEqualTo(run.load().requests().measure().slip().maxUs());
            assertThat(run.load().times().endNs())
                    .isGreaterThanOrEqualTo(run.load().times().measureEndNs());
        }
    }

    /** A server that takes requests and says nothing. */
    private static final class Silence implements AutoCloseable {

        private final ScriptedServer server;

        Silence() throws IOException {
            this(new CountDownLatch(0));
        }

        Silence(CountDownLatch arrived) throws IOException {
            CountDownLatch closed = new CountDownLatch(1);
            server = new ScriptedServer((request, socket, out) -> {
                arrived.countDown();
                closed.await();
            });
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    @Test
    void shouldOrderBatchesAndTakeForGoodOnlyThoseThatCompleted() throws Exception {
        List<String> answers = List.of(
                "{\"instances\":500,\"completed\":500,\"faulted\":0}",
                "{\"instances\":500,\"completed\":499,\"faulted\":1,\"firstFault\":\"forcedTermination: it was ended\"}",
                "{\"instances\":500}",
                "all completed");
        AtomicInteger next = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
            int i = next.getAndIncrement();
            out.write(
                    i < answers.size()
                            ? ScriptedServer.http("200 OK", answers.get(i))
                            : ScriptedServer.http("409 Conflict", "{\"message\":\"A batch runs already.\"}"));
        })) {
            Path token = Files.writeString(folder.resolve("token"), "secret-1\n");
            Testbed testbed =
                    closed().phases(0, 2_500, 5_000).batches(500, token).request(1, 1, 20_000, 0);
            Replayed run = Replayed.of(testbed.write(server.endpoint().toString()));

            assertWhole(run.load(), run.samples());
            assertThat(run.samples().subList(0, 5))
                    .extracting(Replayed.Line::outcome, Replayed.Line::detail)
                    .containsExactly(
                            tuple("OK", ""),
                            tuple("FAULT", "499 of 500 instances completed; forcedTermination: it was ended"),
                            tuple(
                                    "WRONG",
                                    "the answer to the order does not contain the number of completed instances"),
                            tuple("WRONG", "the answer to the order is no JSON"),
                            tuple("HTTP", "A batch runs already."));
            ScriptedServer.Request order = server.requests().get(0);
            assertThat(order.header("Content-Type")).isEqualTo("application/json");
            assertThat(order.header("Authorization")).isEqualTo("Bearer secret-1");
            assertThat(order.header("SOAPAction")).isEmpty();
            JsonNode body = Json.parse(order.body(), JsonNode.class);
            assertThat(body.path("instances").asInt()).isEqualTo(500);
            assertThat(body.path("partners").asText()).isEqualTo("loopback");
            assertThat(body.path("input").asText())
                    .as("instances are told from each other by their numbers")
                    .startsWith("<")
                    .contains("${instance}")
                    .doesNotContain("${uiid}");
        }
    }

    @Test
    void shouldNeverTellTheTokenOfAnOrder() {
        assertThat(new BatchOrder(500, "secret-1").toString()).contains("500").doesNotContain("secret-1");
    }

    @Test
    void shouldRefuseATokenThatCannotBeRead() throws Exception {
        Testbed testbed = closed().batches(500, folder.resolve("nothing")).request(1, 1, 20_000, 0);

        assertThatThrownBy(() -> Replayed.of(testbed.write("http://127.0.0.1:9/")))
                .hasMessageContaining("the file of the engine's token " + folder.resolve("nothing"));
    }
}
