package io.soabench.analyzer;

import static io.soabench.analyzer.RunFixture.violations;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.RunFixture.Repetition;
import io.soabench.analyzer.folder.LogLine;
import io.soabench.analyzer.repetition.FailureCause;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.analyzer.validity.LedgerEntry;
import io.soabench.analyzer.validity.SteadinessState;
import io.soabench.plan.CallOutcome;
import io.soabench.plan.CallTree;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.PathPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.ServerEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers, validity, ledger, failures and overhead of single repetitions. */
final class RepetitionAnalysisTest {

    private static final double NS = 1e-6;

    @TempDir
    private Path run;

    private RunFixture fixture(int calls) {
        return new RunFixture(run, RunFixture.plan(1, calls, 1));
    }

    @Test
    void shouldComputeByHandWhenThereAreFewRequests() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1)
                .request("office.1.1", -500, 900, "OK")
                .request("office.1.2", 0, 0.5, 10.5, "OK", 200, "")
                .request("office.1.3", 1000, 20, "OK")
                .request("office.1.4", 2000, 30, "OK")
                .request("office.1.5", 3000, 2000, "TIMEOUT")
                .request("office.1.6", 4000, 1, "CONNECT")
                .request("office.1.7", 9995, 10, "OK")
                .write();

        RepetitionResult result = fixture.result();

        // Response times: 10, 10.5, 20, 30, 2000; the refused one has none, the warm-up does not count.
        assertThat(result.response().count()).isEqualTo(5);
        assertThat(result.response().mean()).isCloseTo(2070.5 / 5, within(NS));
        assertThat(result.response().median()).isCloseTo(20, within(NS));
        assertThat(result.response().max()).isCloseTo(2000, within(NS));
        // R: quantile(c(10, 10.5, 20, 30, 2000), c(.95, .99)) 1606, 1921.2; p90 was asked for: 1212
        assertThat(result.response().p95()).isCloseTo(1606, within(NS));
        assertThat(result.response().p99()).isCloseTo(1921.2, within(NS));
        assertThat(RunFixture.value(result, "response-time", "p90")).isCloseTo(1212, within(NS));
        // Squared distances from 414.1 sum up to 3144116.2; divided by 4: 786029.05.
        assertThat(result.response().sd()).isCloseTo(Math.sqrt(786_029.05), within(NS));
        assertThat(result.answered().service().min()).isCloseTo(10, within(NS));
        assertThat(result.answered().slip().max()).isCloseTo(0.5, within(NS));
        assertThat(result.requests()).isEqualTo(6);
        assertThat(result.failures()).isEqualTo(2);
        assertThat(result.answered().warmUp()).isEqualTo(1);
        // Within the ten seconds ended: the one of the warm-up and three others; the last one ended too late.
        assertThat(result.throughput()).isCloseTo(0.4, within(1e-9));
    }

    @Test
    void shouldBeValidWhenEverythingAgrees() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1).fill(120).write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.verdict()).isEqualTo(RepetitionResult.Verdict.VALID);
        assertThat(result.measurement().generatorCpu()).isCloseTo(0.1 / 20, within(1e-9));
    }

    private static final EventPlan GOES = new EventPlan(
            "s.service-unavailable.1",
            EventPlan.Kind.SERVICE_UNAVAILABLE,
            "service-unavailable",
            5000,
            -1,
            Map.of("service", "quotes", "instance", "1"),
            "at 5 s",
            "quotes[1] becomes unavailable");

    /** Ten requests a second that call twice; after five seconds their partner is gone. */
    private Repetition halfWithoutPartner(RunFixture fixture, String afterwards, int status) {
        Repetition repetition = fixture.repetition("case1", 1)
                .event("model", 5003, "quotes[1] becomes unavailable", "3.0 ms after its time", GOES.id());
        for (int i = 1; i <= 100; i++) {
            String uiid = "office.1." + i;
            double atMs = (i - 1) * 100;
            if (atMs < 5000) {
                repetition
                        .request(uiid, atMs, 20, "OK")
                        .call(uiid, 1, atMs, 5, "OK")
                        .call(uiid, 2, atMs + 6, 5, "OK");
            } else {
                repetition.request(uiid, atMs, 0, 5, afterwards, status, "");
            }
        }
        return repetition;
    }

    private RunFixture fixtureWith(EventPlan event) {
        return new RunFixture(run, RunFixture.with(RunFixture.plan(1, 2, 1), event));
    }

    @Test
    void shouldHoldFailuresByDesignAgainstNobodyWhenAPartnerBecameUnavailable() throws IOException {
        RunFixture fixture = fixtureWith(GOES);
        halfWithoutPartner(fixture, "FAULT", 500).write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.verdict()).isEqualTo(RepetitionResult.Verdict.VALID);
        assertThat(result.failureCauses())
                .extracting(FailureCause::requests, FailureCause::cause, FailureCause::origin)
                .containsExactly(
                        tuple(50L, "answered with a SOAP fault after quotes[1] had become unavailable", "partner"));
        assertThat(result.ledger()).noneMatch(entry -> entry.state() == LedgerEntry.State.DIFFERS);
        assertThat(result.sentences(CriterionCheck.State.GOOD)).contains("All events of the model happened in time.");
    }

    @Test
    void shouldExcuseMissingCallsOfSuccessfulRequestsOnlyAfterTheEvent() throws IOException {
        RunFixture fixture = fixtureWith(GOES);
        halfWithoutPartner(fixture, "OK", 200)
                .request("office.2.1", 1234, 20, "OK")
                .write();

        RepetitionResult result = fixture.result();

        assertThat(result.ledger())
                .filteredOn(entry -> entry.entry().contains("by an event"))
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.found()).isEqualTo(50);
                    assertThat(entry.sentence())
                            .isEqualTo(
                                    "50 successful requests did not have the calls that the process prescribes, because an event of"
                                            + " the model took a partner away or added one.");
                });
        assertThat(violations(result))
                .containsExactly(
                        "The partners received 100 calls for successful requests; the process prescribes 102.",
                        "1 successful request lacks prescribed calls, e.g. office.2.1.");
    }

    @Test
    void shouldBlameTheEngineForWhatThePartnerDidNotCause() throws IOException {
        RunFixture fixture = fixtureWith(GOES);
        halfWithoutPartner(fixture, "FAULT", 500)
                .request("office.2.1", 1000, 0, 5, "FAULT", 500, "")
                .request("office.2.2", 4990, 0, 30, "FAULT", 500, "")
                .call("office.2.2", 1, 4991, 5, "OK")
                .call("office.2.2", 2, 4997, 5, "OK")
                .request("office.2.3", 6000, 0, 2000, "TIMEOUT", 0, "")
                .request("office.2.4", 6000, 0, 2, "HTTP", 500, "")
                .request("office.2.5", 6000, 0, 2, "HTTP", 503, "")
                .write();

        assertThat(fixture.result().failureCauses())
                .extracting(FailureCause::requests, FailureCause::cause, FailureCause::origin)
                .containsExactlyInAnyOrder(
                        tuple(50L, "answered with a SOAP fault after quotes[1] had become unavailable", "partner"),
                        tuple(2L, "SOAP fault without a failure of a partner", "engine"),
                        tuple(1L, "time-out after quotes[1] had become unavailable", "engine"),
                        tuple(1L, "answered with HTTP status 500 after quotes[1] had become unavailable", "partner"),
                        tuple(1L, "refused: HTTP status 503", "engine"));
    }

    @Test
    void shouldBeInvalidWhenAnEventDidNotHappen() throws IOException {
        RunFixture fixture = fixtureWith(GOES);
        fixture.repetition("case1", 1)
                .fill(1)
                .event(
                        "missed",
                        5000,
                        "quotes[1] becomes unavailable",
                        "did not happen: the measurement ended early",
                        GOES.id())
                .write();

        assertThat(violations(fixture.result()))
                .contains(
                        "The event \"at 5 s: quotes[1] becomes unavailable\" did not happen: the measurement ended early.");
    }

    @Test
    void shouldBeInvalidWhenNothingIsKnownOfAnEvent() throws IOException {
        RunFixture fixture = fixtureWith(GOES);
        fixture.repetition("case1", 1).fill(100).write();

        assertThat(violations(fixture.result()))
                .contains("The event \"at 5 s: quotes[1] becomes unavailable\" is not recorded to have happened.");
    }

    @Test
    void shouldWarnWhenAnEventWasLate() throws IOException {
        RunFixture fixture = fixtureWith(GOES);
        Repetition repetition = fixture.repetition("case1", 1)
                .event("model", 5400, "quotes[1] becomes unavailable", "400.0 ms after its time", GOES.id());
        for (int i = 1; i <= 100; i++) {
            String uiid = "office.1." + i;
            repetition
                    .request(uiid, i * 40, 20, "OK")
                    .call(uiid, 1, i * 40, 5, "OK")
                    .call(uiid, 2, i * 40 + 6, 5, "OK");
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.sentences(CriterionCheck.State.WARNING))
                .contains("The event \"at 5 s: quotes[1] becomes unavailable\" happened 400 ms off its planned time.");
    }

    @Test
    void shouldMissTheOneOfTwoEventsOfATypeThatDidNotHappen() throws IOException {
        EventPlan first = EventPlan.ofPlugin("s.pause.1", "pause", 2000, -1, Map.of(), "at 2 s", "pause of engine1");
        EventPlan second = EventPlan.ofPlugin("s.pause.2", "pause", 8000, -1, Map.of(), "at 8 s", "pause of engine1");
        RunFixture fixture = new RunFixture(run, RunFixture.with(RunFixture.plan(1, 0, 1), first, second));
        fixture.repetition("case1", 1)
                .fill(100)
                .event("model", 2000, first.what(), "0.0 ms after its time", first.id())
                .event("missed", 9000, second.what(), "did not happen: nobody knows why", second.id())
                .write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result))
                .containsExactly("The event \"at 8 s: pause of engine1\" did not happen: nobody knows why.");
        assertThat(result.verdict()).isEqualTo(RepetitionResult.Verdict.INVALID);
    }

    @Test
    void shouldLetRequestsCallAnInstanceThatAppeared() throws IOException {
        RunFixture fixture = fixtureWith(new EventPlan(
                "s.new-service-instance.1",
                EventPlan.Kind.NEW_SERVICE_INSTANCE,
                "new-service-instance",
                -1,
                50,
                Map.of("service", "quotes-new", "instance", "1"),
                "at request 50",
                "quotes-new[1], a new Quote, appears"));
        Repetition repetition = fixture.repetition("case1", 1)
                .event(
                        "model",
                        5000,
                        "\"quotes-new[1], a new Quote, appears\"",
                        "when 50 requests had begun, as planned",
                        "s.new-service-instance.1");
        for (int i = 1; i <= 100; i++) {
            String uiid = "office.1." + i;
            String service = i < 50 ? "quotes" : "quotes-new";
            double atMs = i * 40;
            repetition
                    .request(uiid, atMs, 20, "OK")
                    .call("quotes", 1, uiid, 1, atMs, 5, 5, "OK")
                    .call(service, 1, uiid, i < 50 ? 2 : 1, atMs + 6, 5, 5, "OK");
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.verdict()).isEqualTo(RepetitionResult.Verdict.VALID);
        assertThat(result.details().services())
                .extracting(use -> use.service() + " " + use.calls())
                .containsExactly("quotes 149", "quotes-new 51");
    }

    private List<CriterionCheck> networkChecks(PathPlan path, double... measured) throws IOException {
        RunFixture fixture = new RunFixture(run, RunFixture.withPath(RunFixture.plan(1, 0, 1), path));
        Repetition repetition = fixture.repetition("case1", 1).fill(120);
        if (measured.length > 0) {
            repetition.roundTrips(measured[0], measured[1], measured[2]);
        }
        repetition.write();
        RepetitionResult result = fixture.result();
        assertThat(result.valid()).isTrue();
        return result.checks().stream()
                .filter(check -> check.criterion().id().equals("network"))
                .toList();
    }

    private static PathPlan path(String words, double roundTripMs) {
        return new PathPlan("here", "engine1", "http://127.0.0.1:1", words, words, roundTripMs);
    }

    @Test
    void shouldWarnWhenRoundTripsAreNotThoseOfTheModel() throws IOException {
        assertThat(networkChecks(path("5 ms", 10), 11.9, 12.8, 13.0))
                .extracting(
                        CriterionCheck::state,
                        CriterionCheck::measured,
                        CriterionCheck::bound,
                        CriterionCheck::sentence)
                .containsExactly(tuple(
                        CriterionCheck.State.WARNING,
                        12.8,
                        10.0,
                        "Round trips from \"here\" to server \"engine1\" took 12.80 ms (median; 11.90 to 13.00 ms), those of"
                                + " the model take 10.00 ms: the network differed from the model, or the machine was too"
                                + " busy to emulate it."));
    }

    @Test
    void shouldNotWarnWhenRoundTripsAreThoseOfTheModelOrScatterAsTheyMay() throws IOException {
        assertThat(networkChecks(path("5 ms", 10), 10.1, 10.3, 10.9))
                .extracting(CriterionCheck::state)
                .containsExactly(CriterionCheck.State.GOOD);
        assertThat(networkChecks(path("exponential(mean 1 ms)", 1.68), 0.2, 2.4, 6.1))
                .extracting(CriterionCheck::state)
                .containsExactly(CriterionCheck.State.GOOD);
    }

    @Test
    void shouldSayThatTheNetworkIsUnknownWhenItWasNotMeasured() throws IOException {
        assertThat(networkChecks(path("5 ms", 10)))
                .extracting(CriterionCheck::state)
                .containsExactly(CriterionCheck.State.UNKNOWN);
        assertThat(networkChecks(path("", 0), 0.1, 0.2, 9.0))
                .as("a path without a latency")
                .isEmpty();
    }

    @Test
    void shouldCountGarbageByItsCause() throws IOException {
        RunFixture fixture = fixture(0);
        Repetition repetition = fixture.repetition("case1", 1).fill(50);
        String[] details = {
            "the answer is no SOAP message",
            "the answer is no SOAP message",
            "the answer is no SOAP message",
            "the answer is cut off",
            "the answer is cut off",
            "the answer is {urn:other}answer"
        };
        for (int i = 0; i < details.length; i++) {
            repetition.request("office.1." + (i + 1), 1000 + i * 100, 0, 1, "WRONG", 200, details[i]);
        }
        repetition.request("office.1.7", 2000, 0, 1, "HTTP", 502, "").write();

        assertThat(fixture.result().failureCauses())
                .extracting(FailureCause::requests, FailureCause::cause)
                .containsExactly(
                        tuple(3L, "the answer is no SOAP message"),
                        tuple(2L, "the answer is cut off"),
                        tuple(1L, "HTTP status 502 without a failure of a partner"),
                        tuple(1L, "not the answer that the process must give"));
    }

    @Test
    void shouldBeAResultWhenTheEngineHung() throws IOException {
        RunFixture fixture = fixture(1);
        Repetition repetition = fixture.repetition("case1", 1)
                .hung(32, "server engine1 hangs: it answered no request for 30.0 s, so the measurement ended early")
                .load(5, 0, 100);
        for (int i = 1; i <= 10; i++) {
            repetition.request("office.1." + i, i * 10, 1, "OK").call("office.1." + i, 1, i * 10, 1, "OK");
        }
        repetition.request("office.2.1", 200, 5000, "TIMEOUT").request("office.2.2", 300, 31_700, "TIMEOUT");
        repetition.log("engine1", "engine.log", "ERROR 17: no thread is left for instance 4711");
        repetition.log("engine1", "engine.log", "\tat some.Class(Line.java:1)");
        repetition.log("engine1", "engine.log", "INFO nothing to worry about");
        repetition.log("engine1", "engine.log", "ERROR 18: no thread is left for instance 4712");
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.verdict()).isEqualTo(RepetitionResult.Verdict.SATURATED);
        assertThat(result.sentences(CriterionCheck.State.WARNING))
                .contains(
                        "Server engine1 hangs: it answered no request for 30.0 s, so the measurement ended early.",
                        "12 requests were measured; at least 30 are needed: the engine is too slow for more.",
                        // Ten of 1 ms, one of 5 and one of 31.7 s.
                        "Saturated: the engine hung; requests took at least 3,059 ms on average.");
        assertThat(result.failures()).isEqualTo(2);
        assertThat(result.throughput()).isCloseTo(10 / 32.0, within(1e-9));
        assertThat(result.details().log())
                .containsExactly(
                        new LogLine("engine1", "engine.log", 2, "ERROR 17: no thread is left for instance 4711"));
    }

    @Test
    void shouldShowTheLogOfTheServerThatDiedAndOneReason() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1)
                .fill(5)
                .state(RunRecord.State.FAILED)
                .servers(
                        new RepetitionRecord.ServerRecord("mocks", "here", 1, 137, ServerEnd.DIED, 0),
                        new RepetitionRecord.ServerRecord("engine1", "here", 2, 143, ServerEnd.ASKED, 0))
                .log("mocks", "stderr.log", "OutOfMemoryError")
                .log("engine1", "stderr.log", "ERROR a partner is gone")
                .write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).containsExactly("The repetition failed: a reason.");
        assertThat(result.details().log()).containsExactly(new LogLine("mocks", "stderr.log", 1, "OutOfMemoryError"));
    }

    @Test
    void shouldShowNoLogWhenTheRepetitionWasCompleted() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1)
                .fill(120)
                .warning("engine1 left a process behind (4711 sleep), which was ended")
                .log("engine1", "stderr.log", "ERROR that nobody noticed")
                .write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.sentences(CriterionCheck.State.WARNING))
                .contains("Engine1 left a process behind (4711 sleep), which was ended.");
        assertThat(result.details().log()).isEmpty();
    }

    @Test
    void shouldShowTheLogOfTheEngineThatLostRequests() throws IOException {
        RunFixture fixture = fixture(1);
        Repetition repetition = fixture.repetition("case1", 1).load(5, 0, 100);
        for (int i = 1; i <= 40; i++) {
            repetition.request("office.1." + i, i * 10, 1, "OK").call("office.1." + i, 1, i * 10, 1, "OK");
        }
        repetition.request("office.2.1", 200, 2000, "TIMEOUT");
        repetition.log("engine1", "engine.log", "WARN the connection was closed; activity 17 waits for ever");
        repetition.write();

        assertThat(fixture.result().failureCauses())
                .extracting(FailureCause::origin)
                .containsExactly("engine");
        assertThat(fixture.result().details().log())
                .containsExactly(new LogLine(
                        "engine1", "engine.log", 1, "WARN the connection was closed; activity 17 waits for ever"));
    }

    /** 100 requests a second for ten seconds, of which so many are answered each second, in the order of their arrival. */
    private static Repetition queued(Repetition repetition, int servedPerS, double timeOutMs) {
        double freeMs = 0;
        for (int i = 0; i < 1000; i++) {
            double atMs = i * 10;
            freeMs = Math.max(freeMs, atMs) + 1000.0 / servedPerS;
            boolean late = freeMs - atMs > timeOutMs;
            repetition.request("office.1." + (i + 1), atMs, late ? timeOutMs : freeMs - atMs, late ? "TIMEOUT" : "OK");
        }
        return repetition;
    }

    private static List<String> saturation(RepetitionResult result) {
        return result.sentences(CriterionCheck.State.WARNING).stream()
                .filter(sentence -> sentence.startsWith("Saturated"))
                .toList();
    }

    @Test
    void shouldBeAResultWhenTheEngineCannotKeepUpWithAnOpenWorkload() throws IOException {
        RunFixture fixture = fixture(0);
        queued(fixture.repetition("case1", 1).open(), 60, 1e9).write();

        RepetitionResult result = fixture.result();
        assertThat(violations(result)).isEmpty();
        assertThat(result.verdict()).isEqualTo(RepetitionResult.Verdict.SATURATED);
        assertThat(result.usable()).isTrue();
        // 1,000 requests in ten seconds, of which 60 a second are answered; the answer at ten seconds is outside.
        assertThat(saturation(result))
                .containsExactly(
                        "Saturated: 100/s offered, 59.9/s served, the backlog grew from 0 to 401; requests took at least"
                                + " 3,347 ms on average.");
    }

    @Test
    void shouldBeSaturatedWhenTimeOutsHoldTheBacklog() throws IOException {
        RunFixture fixture = fixture(0);
        queued(fixture.repetition("case1", 1).open(), 60, 1_900).write();

        assertThat(saturation(fixture.result())).hasSize(1);
        assertThat(fixture.result().measurement().pace().saturated()).isTrue();
    }

    @Test
    void shouldNotBeSaturatedWhenTheBacklogDoesNotGrow() throws IOException {
        RunFixture fast = fixture(0);
        queued(fast.repetition("case1", 1).open(), 105, 1e9).write();
        assertThat(saturation(fast.result())).isEmpty();
        assertThat(fast.result().measurement().pace().offeredPerS()).isCloseTo(100, within(0.1));
    }

    @Test
    void shouldWarnWhenRequestsWaitedForAConnection() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1).fill(120).waited(7).write();

        assertThat(fixture.result().valid()).isTrue();
        assertThat(fixture.result().sentences(CriterionCheck.State.WARNING))
                .contains(
                        "7 requests on host \"here\" waited for one of the 10 connections that the load client can have, at"
                                + " most 0.900 ms: the engine saw no more at once.");
    }

    @Test
    void shouldNotWarnOfWaitsThatTheModelWants() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1)
                .fill(120)
                .waited(7)
                .connections(ConnectionPlan.Use.LIMITED)
                .write();

        assertThat(fixture.result().sentences(CriterionCheck.State.WARNING))
                .noneMatch(sentence -> sentence.contains("connections"));
        assertThat(fixture.result().sentences(CriterionCheck.State.GOOD))
                .contains(
                        "7 requests on host \"here\" waited for one of the 10 connections that the model allows, at most"
                                + " 0.900 ms: the engine saw no more at once.");
    }

    @Test
    void shouldNotHoldMissedArrivalsOfTheWarmUpAgainstTheMeasurement() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1).fill(120).warmUpMissed(500).write();

        assertThat(violations(fixture.result())).isEmpty();
        assertThat(fixture.result().checks())
                .filteredOn(check -> check.criterion().id().equals("load-client-threads"))
                .isEmpty();
        assertThat(fixture.result().checks())
                .extracting(CriterionCheck::sentence)
                .anyMatch(sentence -> sentence.startsWith("The load client, which JMeter drove, kept its schedule"));
    }

    @Test
    void shouldNameTheCauseOnlyWhenARepetitionFailedBeforeItsFirstRequest() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1).state(RunRecord.State.FAILED).write();
        Files.delete(run.resolve("cases/case1/1/samples-here.csv"));

        assertThat(violations(fixture.result())).containsExactly("The repetition failed: a reason.");
    }

    @Test
    void shouldNameEachReasonWhenSeveralThingsAreWrong() throws IOException {
        RunFixture fixture = fixture(0);
        Repetition repetition = fixture.repetition("case1", 1)
                .fill(20)
                .lost(2)
                .load(3, 0, 17_000)
                .changes(List.of("governor: performance -> powersave"))
                .servers(new RepetitionRecord.ServerRecord("engine1", "here", 1, 137, ServerEnd.DIED, 1));
        repetition.write();

        assertThat(violations(fixture.result()))
                .containsExactly(
                        "Server \"engine1\" ended by itself while it was needed.",
                        "The load client of host \"here\" sent 22 requests and recorded 20; the file has 20.",
                        "20 requests were measured; at least 30 are needed: measure longer.",
                        "The load client used 85.0 % of the processors of host \"here\"; with more than 80 % it measures"
                                + " itself. Use more client hosts or less load.",
                        "3 arrivals (13.6 %) on host \"here\" found none of the 10 threads of JMeter free: the workload was not"
                                + " open any more. Measure without -Dsoabench.load=jmeter.",
                        "22 requests were sent, but 20 are recorded.",
                        "The environment changed during the repetition: governor: performance -> powersave.");

        repetition.state(RunRecord.State.FAILED).write();

        // That a server died, and what is missing because everything was stopped, is in the reason already.
        assertThat(violations(fixture.result()))
                .containsExactly(
                        "The repetition failed: a reason.",
                        "The load client used 85.0 % of the processors of host \"here\"; with more than 80 % it measures"
                                + " itself. Use more client hosts or less load.",
                        "3 arrivals (13.6 %) on host \"here\" found none of the 10 threads of JMeter free: the workload was not"
                                + " open any more. Measure without -Dsoabench.load=jmeter.",
                        "The environment changed during the repetition: governor: performance -> powersave.");
    }

    @Test
    void shouldBeInvalidWhenTheLoadClientIsLate() throws IOException {
        RunFixture fixture = fixture(0);
        Repetition repetition = fixture.repetition("case1", 1).fill(100);
        for (int i = 1; i <= 5; i++) {
            repetition.request("office.1." + i, i * 100, 20, 30, "OK", 200, "");
        }
        repetition.write();

        assertThat(violations(fixture.result()))
                .singleElement()
                .asString()
                .startsWith("The load client missed its schedule");
    }

    @Test
    void shouldTolerateSlipWhenItIsSmallBesideTheResponseTime() throws IOException {
        RunFixture fixture = fixture(0);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 100; i++) {
            repetition.request("office.1." + i, i * 50, 20, 400, "OK", 200, "");
        }
        repetition.write();

        assertThat(violations(fixture.result())).isEmpty();
    }

    @Test
    void shouldWarnWhenATraceIsUsedUp() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1).fill(120).load(0, 4, 1).write();

        RepetitionResult result = fixture.result();

        assertThat(result.valid()).isTrue();
        assertThat(result.sentences(CriterionCheck.State.WARNING))
                .containsExactly(
                        "Clients on host \"here\" used their trace up and began again 4 times: the same think times"
                                + " came again.");
    }

    @Test
    void shouldWarnWhenTheEngineIsNotSteady() throws IOException {
        RunFixture fixture = fixture(0);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 0; i < 200; i++) {
            repetition.request("office.1." + (i + 1), i * 50, 10 + i * 0.1, "OK");
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        // Half second k holds requests 10 k .. 10 k + 9 with median 10.45 + k: from about 10 at the start to 30.
        double[] slopes = IntStream.range(0, 20)
                .boxed()
                .flatMap(j -> IntStream.range(0, j).mapToObj(i -> Math.log((10.45 + j) / (10.45 + i)) / (j - i)))
                .mapToDouble(slope -> slope)
                .sorted()
                .toArray();
        assertThat(result.measurement().trend().change())
                .isCloseTo(Math.exp((slopes[94] + slopes[95]) / 2 * 20) - 1, within(1e-6))
                .isBetween(1.7, 2.0);
        assertThat(result.steady()).isEqualTo(SteadinessState.NO);
        assertThat(result.sentences(CriterionCheck.State.WARNING))
                .anyMatch(s -> s.startsWith(
                                "From the start to the end of the measurement response times rose by 180 % (95 % CI 1")
                        && s.endsWith(", more than the 10 % that count as steady; warm up or measure longer."));
    }

    @Test
    void shouldSayByHowMuchResponseTimesFellWithoutASign() throws IOException {
        RunFixture fixture = fixture(0);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 0; i < 200; i++) {
            repetition.request("office.1." + (i + 1), i * 50, 30 - i * 0.1, "OK");
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(result.measurement().trend().high()).isNegative();
        assertThat(result.sentences(CriterionCheck.State.WARNING))
                .anyMatch(s ->
                        s.contains("response times fell by 64.1 % (95 % CI 60.6 % to 67.4 %)") && !s.contains("-"));
    }

    @Test
    void shouldSayHowAWarmUpEndedThatLastedUntilResponseTimesWereSteady() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1)
                .fill(120)
                .warmUp(LoadRecord.WarmUp.UNSTEADY)
                .write();

        RepetitionResult unsteady = fixture.result();

        assertThat(unsteady.verdict()).isEqualTo(RepetitionResult.Verdict.VALID);
        assertThat(unsteady.measurement().warmUpS()).isCloseTo(2, within(1e-9));
        assertThat(unsteady.measurement().warmUp()).isEqualTo(LoadRecord.WarmUp.UNSTEADY);
        assertThat(unsteady.sentences(CriterionCheck.State.WARNING))
                .anyMatch(s -> s.startsWith("The warm-up ended after the longest time allowed, 2"));

        fixture.repetition("case1", 1)
                .fill(120)
                .warmUp(LoadRecord.WarmUp.STEADY)
                .write();
        assertThat(fixture.result().sentences(CriterionCheck.State.WARNING)).noneMatch(s -> s.contains("warm-up"));
        assertThat(fixture.result().sentences(CriterionCheck.State.GOOD))
                .anyMatch(s -> s.startsWith("Response times were steady, and the warm-up ended, after 2"));
    }

    /** Three sequential calls of 5 ms with 1 ms between them; 20 ms in all. */
    private static void sequential(Repetition repetition, String uiid, double at) {
        repetition.request(uiid, at, 20, "OK");
        for (int k = 1; k <= 3; k++) {
            repetition.call(uiid, k, at + 6 * k - 5, 5, "OK");
        }
    }

    @Test
    void shouldKnowTheOverheadWhenAllCallsAreThere() throws IOException {
        RunFixture fixture = fixture(3);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 100; i++) {
            sequential(repetition, "office.1." + i + "~2", i * 50);
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.overheads().overhead().count()).isEqualTo(100);
        assertThat(result.overheads().overhead().median()).isCloseTo(5, within(NS));
        assertThat(result.overheads().idealMedianMs()).isCloseTo(15, within(NS));
    }

    @Test
    void shouldTakeTheLongestBranchWhenCallsAreParallel() throws IOException {
        CallTree call = CallTree.call("quote", "ask", false);
        CallTree tree = CallTree.parallel(
                List.of(call, CallTree.sequence(List.of(call, CallTree.pause(2))), call),
                List.of(List.of(), List.of(), List.of(0)));
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, tree, 1));
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 40; i++) {
            String uiid = "office.1." + i;
            // Branches: 4 ms then 3 ms; 5 ms + 2 ms. The log has them in another order.
            repetition
                    .request(uiid, i * 50, 9.5, "OK")
                    .call(uiid, 3, i * 50 + 4, 3, "OK")
                    .call(uiid, 2, i * 50, 5, "OK")
                    .call(uiid, 1, i * 50, 4, "OK");
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(result.overheads().idealMedianMs()).isCloseTo(7, within(NS));
        assertThat(result.overheads().overhead().median()).isCloseTo(2.5, within(NS));
    }

    @Test
    void shouldSayWhyWhenTheIdealIsUnknown() throws IOException {
        CallTree call = CallTree.call("quote", "ask", false);
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, CallTree.loop(call, -1), 1));
        Repetition repetition = fixture.repetition("case1", 1).fill(40);
        repetition.call("office.9.1", 1, 10, 1, "OK").write();

        RepetitionResult result = fixture.result();

        assertThat(result.overheads().note()).contains("depends on data");
        assertThat(result.overheads().overhead().median()).isNaN();
        assertThat(violations(result)).isEmpty();
    }

    @Test
    void shouldCatchTheEngineWhenItSkipsOrAddsCalls() throws IOException {
        RunFixture fixture = fixture(3);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 38; i++) {
            sequential(repetition, "office.1." + i, i * 50);
        }
        repetition
                .request("office.1.39", 5000, 10, "OK")
                .call("office.1.39", 1, 5000, 5, "OK")
                .call("office.1.39", 2, 5000, 5, "OK");
        sequential(repetition, "office.1.40", 6000);
        repetition.call("office.1.40", 4, 6000, 5, "OK").call("office.8.1", 1, 6000, 5, "OK");
        repetition.call(2, "office.1.1", 1, 6000, 5, 5, "OK");
        repetition.write();

        assertThat(violations(fixture.result()))
                .containsExactly(
                        "The partners received 121 calls for successful requests; the process prescribes 120.",
                        "1 successful request lacks prescribed calls, e.g. office.1.39.",
                        "2 requests have calls that the process does not prescribe, e.g. office.1.1.",
                        "1 call belongs to no request that was recorded.");
    }

    @Test
    void shouldAllowFewerCallsWhenAPartnerFailedAsPlanned() throws IOException {
        RunFixture fixture = fixture(3);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 38; i++) {
            sequential(repetition, "office.1." + i, i * 50);
        }
        repetition
                .request("office.1.39", 5000, 10, "OK")
                .call("office.1.39", 1, 5000, 5, "FAULT")
                .request("office.1.40", 5100, 0, 10, "FAULT", 500, "\"soap:Server, \"\"no\"\"\"")
                .call("office.1.40", 1, 5100, 5, "OK")
                .call("office.1.40", 2, 5100, 5, "FAULT")
                .write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.overheads().overhead().count()).isEqualTo(38);
        assertThat(result.failureCauses()).singleElement().satisfies(cause -> {
            assertThat(cause.origin()).isEqualTo("partner");
            assertThat(cause.example()).isEqualTo("soap:Server, \"no\"");
        });
    }

    /** A win by packaging is none by merit: an engine that does not catch a declared fault has caused the failure. */
    @Test
    void shouldBlameTheEngineWhereTheProcessHandlesTheFaultOfAPartner() throws IOException {
        Plan plan = RunFixture.plan(1, 1, 1);
        RunFixture fixture = new RunFixture(
                run,
                plan.withProcesses(plan.processes().stream()
                        .map(process -> process.handlingFaults(true))
                        .toList()));
        fixture.repetition("case1", 1)
                .request("office.1.1", 0, 0, 5, "FAULT", 500, "")
                .call("office.1.1", 1, 0, 1, "FAULT")
                .request("office.1.2", 1, 0, 5, "HTTP", 500, "")
                .call("office.1.2", 1, 1, 1, "FAULT")
                .request("office.1.3", 2, 0, 5, "FAULT", 500, "")
                .call("office.1.3", 1, 2, 1, "SERVER_FAULT")
                .write();

        assertThat(fixture.result().failureCauses())
                .extracting(c -> c.outcome() + " | " + c.cause() + " | " + c.origin())
                .containsExactlyInAnyOrder(
                        "FAULT | fault of a partner that the process handles, answered with a SOAP fault | engine",
                        "HTTP | fault of a partner that the process handles, answered with HTTP status 500 | engine",
                        "FAULT | planned failure of a partner, answered with a SOAP fault | partner");
    }

    @Test
    void shouldSayHowThePartnerFailedWhenRequestsFailByIt() throws IOException {
        RunFixture fixture = fixture(1);
        fixture.repetition("case1", 1)
                .request("office.1.1", 0, 0, 5, "FAULT", 500, "")
                .call("office.1.1", 1, 0, 1, "SERVER_FAULT")
                .request("office.1.2", 1, 0, 5, "FAULT", 500, "")
                .call("office.1.2", 1, 1, 1, "HTTP")
                .request("office.1.3", 2, 0, 5, "HTTP", 500, "")
                .call("office.1.3", 1, 2, 1, "CLOSED")
                .request("office.1.4", 3, 0, 5, "FAULT", 500, "")
                .call("office.1.4", 1, 3, 1, "SILENT")
                .request("office.1.5", 4, 2000, "TIMEOUT")
                .call("office.1.5", 1, 4, 1, "SILENT")
                .request("office.1.6", 5, 0, 5, "FAULT", 500, "")
                .call("office.1.6", 1, 5, 1, "MALFORMED")
                .request("office.1.7", 6, 2000, "TIMEOUT")
                .call("office.1.7", 1, 6, 1, "FAULT")
                .write();

        RepetitionResult result = fixture.result();

        assertThat(result.failureCauses())
                .extracting(c -> c.outcome() + " | " + c.cause() + " | " + c.origin())
                .containsExactlyInAnyOrder(
                        "FAULT | planned failure of a partner, answered with a SOAP fault | partner",
                        "FAULT | planned failure of a partner (HTTP status without a SOAP message), answered with a SOAP fault | partner",
                        "HTTP | planned failure of a partner (connection closed), answered with HTTP status 500 | partner",
                        "FAULT | planned failure of a partner (never answered), answered with a SOAP fault | partner",
                        "TIMEOUT | time-out: a partner never answered, as planned | partner",
                        "FAULT | planned failure of a partner (malformed answer), answered with a SOAP fault | partner",
                        "TIMEOUT | time-out after a planned failure of a partner | engine");
        assertThat(result.details().services()).singleElement().satisfies(use -> {
            assertThat(use.calls()).isEqualTo(7);
            assertThat(use.plannedFailures()).isEqualTo(7);
            assertThat(use.failures())
                    .containsOnly(
                            Map.entry(CallOutcome.SERVER_FAULT, 1L),
                            Map.entry(CallOutcome.HTTP, 1L),
                            Map.entry(CallOutcome.CLOSED, 1L),
                            Map.entry(CallOutcome.SILENT, 2L),
                            Map.entry(CallOutcome.MALFORMED, 1L),
                            Map.entry(CallOutcome.FAULT, 1L));
            assertThat(use.response().count()).as("those that ended").isEqualTo(5);
            assertThat(use.response().max()).isEqualTo(1.0);
            assertThat(use.errorP99Ms()).as("nobody is late who never answers").isZero();
        });
    }

    @Test
    void shouldAllowTheCallAgainWhoseConnectionWasClosedAndNoOther() throws IOException {
        RunFixture fixture = fixture(3);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 38; i++) {
            sequential(repetition, "office.1." + i, i * 50);
        }
        repetition
                .request("office.1.39", 5000, 20, "OK")
                .call("office.1.39", 1, 5000, 5, "CLOSED")
                .call("office.1.39", 2, 5005, 5, "OK")
                .call("office.1.39", 3, 5010, 5, "OK")
                .call("office.1.39", 4, 5015, 5, "OK")
                .request("office.1.40", 5100, 20, "OK")
                .call("office.1.40", 1, 5100, 5, "HTTP")
                .call("office.1.40", 2, 5105, 5, "OK")
                .call("office.1.40", 3, 5110, 5, "OK")
                .call("office.1.40", 4, 5115, 5, "OK")
                .write();

        assertThat(violations(fixture.result()))
                .containsExactly("1 request has calls that the process does not prescribe, e.g. office.1.40.");
    }

    @Test
    void shouldCountCallbacksAsNoCallsOfTheProcess() throws IOException {
        RunFixture fixture = fixture(1);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 39; i++) {
            repetition
                    .request("office.1." + i, i * 50, 40, "OK")
                    .call("office.1." + i, 1, i * 50, 0, "OK")
                    .call("office.1." + i, 1, i * 50, 30, "CALLED_BACK");
        }
        repetition
                .request("office.1.40", 5000, 0, 1000, "FAULT", 500, "")
                .call("office.1.40", 1, 5000, 0, "OK")
                .call("office.1.40", 1, 5000, 30, "OMITTED")
                .write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.ledger())
                .filteredOn(entry -> entry.entry().equals("callbacks taken"))
                .extracting(LedgerEntry::expected, LedgerEntry::found, LedgerEntry::state, LedgerEntry::sentence)
                .containsExactly(
                        tuple(
                                39L,
                                39L,
                                LedgerEntry.State.AGREES,
                                "The process took each of the 39 callbacks of its partners. 1 other callback was never sent, as planned."));
        assertThat(result.failureCauses())
                .extracting(cause -> cause.cause() + " | " + cause.origin())
                .containsExactly(
                        "planned failure of a partner (callback never sent), answered with a SOAP fault | partner");
        assertThat(result.overheads().note()).contains("waits for callbacks");
    }

    @Test
    void shouldNotHoldARefusedCallbackAgainstTheEngine() throws IOException {
        RunFixture fixture = fixture(1);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 40; i++) {
            repetition
                    .request("office.1." + i, i * 50, 40, "OK")
                    .call("office.1." + i, 1, i * 50, 0, "OK")
                    .call("office.1." + i, 1, i * 50, 60, i == 7 ? "REFUSED" : "CALLED_BACK");
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.ledger())
                .filteredOn(entry -> entry.entry().equals("callbacks taken"))
                .extracting(LedgerEntry::expected, LedgerEntry::found, LedgerEntry::state)
                .containsExactly(tuple(40L, 39L, LedgerEntry.State.UNKNOWN));
    }

    @Test
    void shouldTakeACallbackThatNeverCameForATimeOut() throws IOException {
        RunFixture fixture = fixture(1);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 39; i++) {
            repetition.request("office.1." + i, i * 50, 40, "OK").call("office.1." + i, 1, i * 50, 30, "OK");
        }
        repetition
                .request("office.1.40", 5000, 2000, "NO_CALLBACK")
                .call("office.1.40", 1, 5000, 30, "OK")
                .callbacks(new LoadRecord.Callbacks(39, 1, 2, 0, 3, 5))
                .write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.failureCauses())
                .extracting(cause -> cause.outcome() + " | " + cause.cause() + " | " + cause.origin())
                .containsExactly("NO_CALLBACK | no callback in time after the last partner call | engine");
        assertThat(result.sentences(CriterionCheck.State.WARNING))
                .contains(
                        "On host \"here\", beside the 39 callbacks that requests waited for, 1 came after the time-out of their"
                                + " request, 2 answered a request once more, 3 could not be understood.",
                        "The load client on host \"here\" could not take connections of processes that called it back 5 times,"
                                + " because it may open no more files. It tried again ten times a second, and response times"
                                + " include the wait.");
    }

    @Test
    void shouldFindTheCulpritWhenRequestsFail() throws IOException {
        RunFixture fixture = fixture(1);
        Repetition repetition = fixture.repetition("case1", 1);
        repetition
                .request("office.1.1", 0, 0, 5, "FAULT", 500, "bug")
                .call("office.1.1", 1, 0, 1, "OK")
                .request("office.1.2", 1, 0, 5, "HTTP", 503, "")
                .request("office.1.3", 2, 0, 5, "HTTP", 500, "")
                .call("office.1.3", 1, 2, 1, "FAULT")
                .request(
                        "office.1.11",
                        2,
                        0,
                        5,
                        "FAULT",
                        500,
                        "\"Server: planned failure of service notify, instance 1\"")
                .request("office.1.4", 3, 2000, "TIMEOUT")
                .call("office.1.4", 1, 4, 2500, "OK")
                .request("office.1.5", 4, 2000, "TIMEOUT")
                .request("office.1.6", 5, 2000, "TIMEOUT")
                .call("office.1.6", 1, 5, 1, "OK")
                .request("office.1.7", 6, 1, "CONNECT")
                .request("office.1.8", 7, 1, "IO")
                .request("office.1.9", 8, 1, "WRONG")
                .request("office.1.10", 9, 1, "ABORTED")
                .write();

        assertThat(fixture.result().failureCauses())
                .extracting(c -> c.outcome() + " | " + c.cause() + " | " + c.origin())
                .containsExactlyInAnyOrder(
                        "FAULT | SOAP fault without a failure of a partner | engine",
                        "FAULT | planned failure of a partner, answered with a SOAP fault | partner",
                        "HTTP | refused: HTTP status 503 | engine",
                        "HTTP | planned failure of a partner, answered with HTTP status 500 | partner",
                        "TIMEOUT | time-out: the partners' planned response times alone are as long | partner",
                        "TIMEOUT | time-out before the first partner call | engine",
                        "TIMEOUT | time-out after the last partner call | engine",
                        "CONNECT | no connection | network",
                        "IO | connection broke | network",
                        "WRONG | not the answer that the process must give | engine",
                        "ABORTED | not answered when the run ended | run");
    }

    @Test
    void shouldHoldTheEngineToItsCountersWhenItHasThem() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1)
                .fill(40)
                .request("office.1.1", 9, 1, "CONNECT")
                .write();
        Path counters = fixture.folder("case1", 1).resolve("statistics-engine1.json");

        Json.write(counters, Map.of("instancesStarted", 40, "instancesCompleted", 38, "instancesFaulted", 2));
        assertThat(violations(fixture.result())).isEmpty();

        Json.write(counters, Map.of("instancesStarted", 39, "instancesCompleted", 38, "instancesFaulted", 0));
        assertThat(violations(fixture.result()))
                .containsExactly(
                        "The engine started 39 instances, but 40 requests were answered and 41 were sent.",
                        "Of 39 instances 38 ended, though only 0 requests were given up.");
    }

    /** An engine counts an instance again that it recovers after a replica ended: that is no instance without a request. */
    @Test
    void shouldNotTakeRecoveredInstancesForStartedOnes() throws IOException {
        RunFixture fixture = fixture(0);
        fixture.repetition("case1", 1).fill(40).write();
        Path counters = fixture.folder("case1", 1).resolve("statistics-engine1.json");

        Json.write(
                counters,
                Map.of(
                        "instancesStarted",
                        43,
                        "instancesCompleted",
                        40,
                        "instancesFaulted",
                        0,
                        "instancesRecovered",
                        3));

        assertThat(violations(fixture.result())).isEmpty();
        assertThat(fixture.result().ledger())
                .filteredOn(entry -> entry.entry().startsWith("instances"))
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.state()).isEqualTo(LedgerEntry.State.UNKNOWN);
                    assertThat(entry.sentence())
                            .isEqualTo(
                                    "A part of the engine ended, and 3 instances were recovered, so its counters do not"
                                            + " show how many instances it started.");
                });

        Json.write(
                counters,
                Map.of(
                        "instancesStarted",
                        43,
                        "instancesCompleted",
                        43,
                        "instancesFaulted",
                        0,
                        "instancesRecovered",
                        0));
        assertThat(violations(fixture.result()))
                .containsExactly("The engine started 43 instances, but 40 requests were answered and 40 were sent.");
    }

    /** Each order starts a batch, whose partners nobody outside of the engine sees; only checks call those of the model. */
    @Test
    void shouldHoldTheEngineToTheInstancesOfItsBatches() throws IOException {
        CheckPlan first = CheckPlan.before("Process", "request.xml", "answer.xml", "office.1.10001");
        Plan plan = RunFixture.withChecks(RunFixture.plan(1, 1, 1), first);
        RunFixture fixture = new RunFixture(
                run,
                plan.withWorkloads(plan.workloads().stream()
                        .map(workload -> workload.withBatch(500))
                        .toList()));
        Repetition repetition = fixture.repetition("case1", 1).checks(1).fill(40);
        repetition.call("office.1.10001", 1, -3000, 0, "OK").write();
        Path counters = fixture.folder("case1", 1).resolve("statistics-engine1.json");

        Json.write(counters, Map.of("instancesStarted", 20_001, "instancesCompleted", 20_001, "instancesFaulted", 0));
        assertThat(violations(fixture.result())).isEmpty();
        assertThat(fixture.result().ledger())
                .extracting(LedgerEntry::sentence)
                .contains(
                        "The engine started one instance for each one that was ordered, checks included.",
                        "No instance of a batch called a partner outside of the engine.",
                        "The partners received the 1 call that the process prescribes for each of 1 check.");
        assertThat(fixture.result().overheads().note()).startsWith("The partners of a batch are inside the engine");

        Json.write(counters, Map.of("instancesStarted", 20_000, "instancesCompleted", 19_000, "instancesFaulted", 0));
        assertThat(violations(fixture.result()))
                .containsExactly(
                        "The engine started 20,000 instances, but 20,001 were confirmed and 20,001 were ordered.",
                        "Of 20,000 instances 19,000 ended, though only 0 are of batches that were given up.");

        repetition.call("office.9.1", 1, 10, 0.5, "OK").write();
        assertThat(violations(fixture.result()))
                .contains(
                        "Partners outside of the engine received 1 call beside those of checks, though the partners of batches are inside of it.");
    }

    @Test
    void shouldLeaveFunctionalChecksOutOfTheLedger() throws IOException {
        RunFixture fixture = fixture(1);
        Repetition repetition = fixture.repetition("case1", 1).checks(2).fill(40);
        for (int i = 1; i <= 40; i++) {
            repetition.call("office.9." + i, 1, i * 10, 0.5, "OK");
        }
        repetition
                .call("office.1.10001", 1, -3000, 0, "OK")
                .call("", 0, -2900, 0, "OK")
                .write();
        Path counters = fixture.folder("case1", 1).resolve("statistics-engine1.json");

        Json.write(counters, Map.of("instancesStarted", 42, "instancesCompleted", 42, "instancesFaulted", 0));
        assertThat(violations(fixture.result())).isEmpty();
        assertThat(fixture.result().details().services().get(0).calls()).isEqualTo(40);

        Json.write(counters, Map.of("instancesStarted", 40, "instancesCompleted", 40, "instancesFaulted", 0));
        assertThat(violations(fixture.result()))
                .containsExactly("The engine started 40 instances, but 42 requests were answered and 42 were sent.");
    }

    /** A one-way call at the end of a process arrives after the answer, and so perhaps after the load has begun. */
    @Test
    void shouldCountCallsOfChecksThatComeAfterTheLoadHasBegun() throws IOException {
        CheckPlan first = CheckPlan.before("Process", "request.xml", "answer.xml", "office.1.10001");
        CheckPlan second = first.named("office.1.10002");
        RunFixture fixture = new RunFixture(run, RunFixture.withChecks(RunFixture.plan(1, 1, 1), first, second));
        Repetition repetition = fixture.repetition("case1", 1).checks(2).fill(40);
        for (int i = 1; i <= 40; i++) {
            repetition.call("office.9." + i, 1, i * 10, 0.5, "OK");
        }
        // The load began two seconds before the measurement.
        repetition.call("office.1.10001", 1, -2100, 0, "OK");
        repetition.call("office.1.10002", 1, -1900, 0, "OK").write();

        assertThat(violations(fixture.result())).isEmpty();
        assertThat(fixture.result().details().services().get(0).calls())
                .as("they are no calls of the load")
                .isEqualTo(40);
    }

    @Test
    void shouldHoldTheCallsOfChecksAgainstTheProcess() throws IOException {
        CheckPlan first = CheckPlan.before("Process", "request.xml", "answer.xml", "office.1.10001");
        CheckPlan second = first.named("office.1.10002");
        RunFixture fixture = new RunFixture(run, RunFixture.withChecks(RunFixture.plan(1, 1, 1), first, second));
        Repetition repetition = fixture.repetition("case1", 1).checks(2).fill(40);
        for (int i = 1; i <= 40; i++) {
            repetition.call("office.9." + i, 1, i * 10, 0.5, "OK");
        }
        repetition.call("office.1.10001", 1, -3000, 0, "OK");
        repetition.call("office.1.10002", 1, -2900, 0, "OK").write();
        Path counters = fixture.folder("case1", 1).resolve("statistics-engine1.json");
        Json.write(counters, Map.of("instancesStarted", 42, "instancesCompleted", 42, "instancesFaulted", 0));

        assertThat(violations(fixture.result())).isEmpty();
        assertThat(fixture.result().ledger()).anySatisfy(entry -> {
            assertThat(entry.entry()).isEqualTo("partner calls of checks");
            assertThat(entry.state()).isEqualTo(LedgerEntry.State.AGREES);
        });

        repetition.call("office.1.10002", 2, -2800, 0, "OK").write();

        assertThat(violations(fixture.result()))
                .containsExactly(
                        "The partners received 2 calls for the check office.1.10002, which was answered; the process prescribes 1.");
    }

    @Test
    void shouldCompareTotalsWhenCallsHaveNoIdentifiers() throws IOException {
        RunFixture fixture = fixture(1);
        Repetition repetition = fixture.repetition("case1", 1).fill(40);
        for (int i = 1; i <= 40; i++) {
            repetition.call("", 1, i * 10, 0.5, "OK");
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.ledger()).anySatisfy(entry -> {
            assertThat(entry.entry()).isEqualTo("partner calls");
            assertThat(entry.state()).isEqualTo(LedgerEntry.State.AGREES);
        });
        assertThat(result.overheads().note()).contains("No successful request");
    }

    @Test
    void shouldBeInvalidWhenMocksMissTheirDelays() throws IOException {
        RunFixture fixture = fixture(1);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 40; i++) {
            repetition.request("office.1." + i, i * 50, 30, "OK");
            repetition.call(1, "office.1." + i, 1, i * 50, 10, i <= 38 ? 10.2 : 25, "OK");
        }
        repetition.write();

        // |real - planned| is 0.2 ms, twice 15 ms; the 99th percentile of 40 values lies between the last two.
        assertThat(violations(fixture.result()))
                .containsExactly(
                        "quotes[1] (ask) missed its planned response times by 15.0 ms (99th percentile); at most 5.00 ms"
                                + " are allowed: the mock host, or its machine, was too busy.");
    }

    @Test
    void shouldAllowMocksATenthOfTheProcessesTail() throws IOException {
        RunFixture fixture = fixture(1);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 40; i++) {
            repetition.request("office.1." + i, i * 50, 90, "OK");
            repetition.call(1, "office.1." + i, 1, i * 50, 10, i <= 38 ? 10.2 : 17, "OK");
        }
        repetition.write();

        // 7 ms late at the 99th percentile; a tenth of 90 ms is allowed.
        assertThat(violations(fixture.result())).isEmpty();
    }

    @Test
    void shouldForgiveMocksWhenTheyAreLateInTheWarmUpOnly() throws IOException {
        RunFixture fixture = fixture(1);
        Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 80; i++) {
            repetition.request("office.1." + i, -2000 + i * 50, 30, "OK");
            repetition.call(1, "office.1." + i, 1, -2000 + i * 50, 10, i < 40 ? 25 : 10.2, "OK");
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.details().services()).singleElement().satisfies(use -> {
            assertThat(use.calls()).isEqualTo(80);
            assertThat(use.response().count()).isEqualTo(41);
            assertThat(use.errorP99Ms()).isCloseTo(0.2, within(1e-6));
        });
    }

    @Test
    void shouldAgreeWithBruteForceWhenRequestsAreRandom() throws IOException {
        for (int seed = 1; seed <= 8; seed++) {
            Path folder = Files.createDirectories(run.resolve("seed" + seed));
            RunFixture fixture = new RunFixture(folder, RunFixture.plan(1, 0, 1));
            Random random = new Random(seed);
            Repetition repetition = fixture.repetition("case1", 1);
            int number = 50 + random.nextInt(2000);
            String[] outcomes = {"OK", "OK", "OK", "OK", "TIMEOUT", "FAULT", "CONNECT"};
            DoubleStream.Builder latencies = DoubleStream.builder();
            long failures = 0;
            long measured = 0;
            long answers = 0;
            for (int i = 1; i <= number; i++) {
                double at = Math.round(random.nextDouble() * 12_000 - 2_000);
                double latency = Math.round(Math.exp(random.nextGaussian() + 3) * 1000) / 1000.0;
                String outcome = outcomes[random.nextInt(outcomes.length)];
                repetition.request("office.1." + i, at, latency, outcome);
                boolean ok = outcome.equals("OK");
                if (at >= 0) {
                    measured++;
                    failures += ok ? 0 : 1;
                    if (ok || outcome.equals("TIMEOUT")) {
                        latencies.add(latency);
                    }
                }
                answers += ok && at + latency >= 0 && at + latency < 10_000 ? 1 : 0;
            }
            repetition.write();
            double[] all = latencies.build().sorted().toArray();

            RepetitionResult result = fixture.result();

            String context = "seed " + seed + ", " + number + " requests";
            assertThat(result.requests()).as(context).isEqualTo(measured);
            assertThat(result.failures()).as(context).isEqualTo(failures);
            assertThat(result.throughput()).as(context).isCloseTo(answers / 10.0, within(1e-9));
            assertThat(result.response().count()).as(context).isEqualTo(all.length);
            assertThat(result.response().mean())
                    .as(context)
                    .isCloseTo(Arrays.stream(all).average().orElseThrow(), within(1e-6));
            assertThat(result.response().max()).as(context).isCloseTo(all[all.length - 1], within(1e-6));
            double rank = 0.99 * (all.length - 1);
            double low = all[(int) rank];
            double high = all[Math.min(all.length - 1, (int) rank + 1)];
            assertThat(result.response().p99())
                    .as(context)
                    .isCloseTo(low + (rank - (int) rank) * (high - low), within(1e-6));
            assertThat(result.series().histogram().end()).as(context).isPositive();
        }
    }
}
