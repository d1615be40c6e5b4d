package io.soabench.agent.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.agent.protocol.Finding;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostMessage.Answer;
import io.soabench.agent.protocol.HostMessage.ServerState;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.agent.protocol.HostReply;
import io.soabench.driver.EventLog;
import io.soabench.driver.FakeTestbed;
import io.soabench.driver.HeardProgress;
import io.soabench.driver.Phase;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.Cancellation;
import io.soabench.driver.run.DriverSettings;
import io.soabench.driver.run.RunSetting;
import io.soabench.driver.run.RunSignal;
import io.soabench.driver.run.ServerStage.NotStarted;
import io.soabench.driver.run.Waiting;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.Precedence;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.Yielding;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts that are told what to say; the mock host runs on the one that is another machine. */
@Timeout(120)
final class CaseStageTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final HostClock clock = HostClock.system();
    private final RunSignal signal = new RunSignal();
    private final Cancellation cancellation = new Cancellation(signal);
    private final HeardProgress progress = new HeardProgress();
    private final FakeHost here = new FakeHost();
    private final FakeHost there = new FakeHost();
    private FakeTestbed testbed;
    private Path repetition;
    private CaseStage stage;

    @BeforeEach
    void make() throws IOException {
        testbed = new FakeTestbed(folder.resolve("compiled"));
        repetition = Files.createDirectories(folder.resolve("run/cases/a/1"));
    }

    @AfterEach
    void close() {
        if (stage != null) {
            stage.close();
        }
    }

    private void place() throws PhaseFailed, RunInterrupted {
        place("ok", type -> type);
    }

    private void place(String behaviour, UnaryOperator<ServerType> types) throws PhaseFailed, RunInterrupted {
        testbed.add("a", behaviour, "ok");
        TwoHosts two = TwoHosts.of(testbed, folder.resolve("compiled"));
        RunSetting run = new RunSetting(
                two.request(folder.resolve("run")),
                "token",
                DriverSettings.STANDARD,
                clock,
                progress,
                signal,
                cancellation,
                new Waiting(signal, cancellation, clock));
        stage = new CaseStage(
                new CaseStage.Setting(run, new Execution("a", 1), repetition, () -> two.parts(types)),
                Map.of("here", here, "there", there),
                new EventLog(repetition.resolve("events.csv"), clock));
        take(Phase.PLACE);
    }

    private void take(Phase... phases) throws PhaseFailed, RunInterrupted {
        for (Phase phase : phases) {
            stage.take(phase, LONG);
        }
    }

    private String failure(Phase phase) {
        try {
            take(phase);
        } catch (PhaseFailed e) {
            return e.getMessage();
        } catch (RunInterrupted e) {
            throw new IllegalStateException(e);
        }
        throw new AssertionError("phase " + phase + " did not fail");
    }

    private List<String> events() throws IOException {
        return Files.readAllLines(repetition.resolve("events.csv")).stream()
                .skip(1)
                .map(line ->
                        line.replaceFirst("^\\d+,", "").replaceFirst(",$", "").replace("\"", ""))
                .toList();
    }

    private static ServerState state(String name, boolean ready, int exit, ServerEnd stopped) {
        return new ServerState(name, 7, exit < 0, ready, exit, stopped, -1, List.of(), 0);
    }

    private static Answer states(ServerState... states) {
        return new Answer(null, List.of(states), List.of(), "", null);
    }

    @Test
    void shouldTellEachHostItsPartAndTakeItsWords() throws Exception {
        there.when(HostOrder.Start.class, () -> there.say(new HostMessage.Started("mocks", 11)));
        Precedence behind = new Precedence(Yielding.NICE, Precedence.Why.FEW_PROCESSORS, 2, "", "");
        here.when(HostOrder.Start.class, () -> here.say(new HostMessage.Started("engine-a", 12, behind)));
        there.when(HostOrder.Ready.class, () -> there.say(new HostMessage.Ready("mocks")));
        here.when(HostOrder.Ready.class, () -> here.say(new HostMessage.Ready("engine-a")));

        place();
        take(Phase.START, Phase.READY);

        assertThat(there.asked()).containsExactly("Place", "Start", "Ready");
        assertThat(here.asked()).containsExactly("Place", "Start", "Ready");
        assertThat(there.asked(HostOrder.Place.class).get(0).part().servers())
                .extracting(server -> server.name())
                .containsExactly("mocks");
        assertThat(stage.endpoint()).isEqualTo("http://127.0.0.1:20003/processes/Ordera");
        assertThat(stage.ready()).containsExactlyInAnyOrder("mocks", "engine-a");
        assertThat(stage.servers())
                .containsExactly(
                        new ServerRecord("mocks", "there", 11, -1, null, -1),
                        new ServerRecord("engine-a", "here", 12, -1, null, -1, behind));
        assertThat(events())
                .containsExactlyInAnyOrder(
                        "server,mocks,started, pid 11",
                        "server,engine-a,started, pid 12",
                        "server,mocks,ready",
                        "server,engine-a,ready");
    }

    @Test
    void shouldMakeUpForWordsThatWereLost() throws Exception {
        there.answers(HostOrder.Ready.class, order -> states(state("mocks", true, -1, null)));

        place();
        take(Phase.START, Phase.READY);

        assertThat(stage.ready()).containsExactly("mocks");
        assertThat(events()).containsExactly("server,mocks,started, pid 7", "server,mocks,ready");
    }

    @Test
    void shouldPublishWhenTheServersOfAllHostsAreReady() throws Exception {
        testbed.registry("ok");
        there.when(HostOrder.Ready.class, () -> assertThat(here.asked()).doesNotContain("Publish"));

        place();
        take(Phase.START, Phase.READY);

        assertThat(here.asked()).endsWith("Ready", "Publish");
        assertThat(there.asked()).endsWith("Ready");
    }

    @Test
    void shouldFailAtOnceWhenAServerEndsOnOneHostAndCancelTheOther() throws Exception {
        here.keeps(HostOrder.Ready.class);
        there.keeps(HostOrder.Ready.class);
        there.when(HostOrder.Start.class, () -> there.say(new HostMessage.Started("mocks", 11)));
        place();
        take(Phase.START);
        there.say(new HostMessage.Ended("mocks", 3, 1_500_000_000L, "no store", "logs/mocks/stderr.log", 0));
        there.say(new HostMessage.Ended("mocks", 3, 1_500_000_000L, "no store", "logs/mocks/stderr.log", 0));

        String why = failure(Phase.READY);

        assertThat(why)
                .isEqualTo(
                        "server mocks ended by itself 1.5 s after its start with exit status 3; its last words were \"no"
                                + " store\"; see cases/a/1/logs/mocks/stderr.log, mend it or its settings and resume the run");
        assertThat(stage.notStarted()).contains(new NotStarted("mocks", why));
        assertThat(here.asked()).endsWith("Ready", "Cancel");
        assertThat(there.asked()).endsWith("Ready", "Cancel");
        assertThat(events()).containsOnlyOnce("server,mocks,ended by itself with exit status 3");
        there.answers(HostOrder.Stop.class, order -> states(state("mocks", false, 3, ServerEnd.DIED)));
        take(Phase.STOP);
        assertThat(events()).containsOnlyOnce("server,mocks,ended by itself with exit status 3");
        assertThat(stage.servers()).containsExactly(new ServerRecord("mocks", "there", 7, 3, ServerEnd.DIED, -1));
    }

    @Test
    void shouldFailWhenAHostIsLost() throws Exception {
        there.keeps(HostOrder.Ready.class);
        place();
        take(Phase.START);
        there.isLost("host there (10.0.0.2) has not been heard of for 60 s; look whether it runs, and resume the run");

        assertThat(failure(Phase.READY))
                .isEqualTo(
                        "host there (10.0.0.2) has not been heard of for 60 s; look whether it runs, and resume the run");
        assertThat(stage.notStarted()).as("no server is to blame").isEmpty();
    }

    @Test
    void shouldFailByWhatAHostHasFoundThoughAServerHasEndedMeanwhile() throws Exception {
        here.keeps(HostOrder.Ready.class);
        place();
        take(Phase.START);
        there.say(new HostMessage.Ended("mocks", 1, 1, "no space", "logs/mocks/stderr.log", 0));
        there.say(new HostMessage.Found(Finding.diskNearlyFull("/t", null, 5 << 20)));

        assertThat(failure(Phase.READY))
                .isEqualTo(
                        "the servers were stopped before the disk of /t on host there is full: 5.0 MiB are left; make"
                                + " room and resume the run");
    }

    @Test
    void shouldCancelAllHostsWhenTheUserEndsTheRunInTheMiddleOfAPhase() throws Exception {
        here.keeps(HostOrder.Ready.class);
        there.keeps(HostOrder.Ready.class);
        place();
        take(Phase.START);
        CompletableFuture<Void> user = CompletableFuture.runAsync(() -> {
            while (!here.asked().contains("Ready")) {
                Thread.onSpinWait();
            }
            cancellation.ask();
        });

        assertThatThrownBy(() -> take(Phase.READY)).isInstanceOf(RunInterrupted.class);

        user.join();
        assertThat(here.asked()).endsWith("Ready", "Cancel");
        assertThat(there.asked()).endsWith("Ready", "Cancel");
        take(Phase.STOP, Phase.CLEAN);
        assertThat(here.asked()).as("though the user has ended the run").endsWith("Stop", "Clean");
    }

    @Test
    void shouldStopTheDatabaseOfAnotherHostAfterItsEngine() throws Exception {
        List<String> stopped = new CopyOnWriteArrayList<>();
        here.when(HostOrder.Stop.class, () -> stopped.add("here"));
        there.when(HostOrder.Stop.class, () -> stopped.add("there"));
        place("mocks", Keeping::new);

        take(Phase.STOP);

        assertThat(stopped).containsExactly("here", "there");
    }

    @Test
    void shouldSayWhatOneHostCannotDoAndCancelTheOthers() throws Exception {
        here.answers(
                HostOrder.Ready.class,
                order -> Answer.of(new HostProblem(
                        HostProblem.Code.NOT_READY,
                        "engine-a",
                        "server engine-a is not ready",
                        "logs/engine-a",
                        "mend it")));
        there.keeps(HostOrder.Ready.class);
        place();
        take(Phase.START);

        assertThat(failure(Phase.READY))
                .isEqualTo("server engine-a is not ready; see cases/a/1/logs/engine-a, mend it");
        assertThat(stage.notStarted().orElseThrow().server()).isEqualTo("engine-a");
        assertThat(there.asked()).endsWith("Ready", "Cancel");
    }

    @Test
    void shouldJudgeWhatAHostHasGotAsAnswer() throws Exception {
        testbed.check();
        String wrong =
                "<Envelope xmlns=\"http://schemas.xmlsoap.org/soap/envelope/\"><Body><answer xmlns=\"urn:a\">7</answer>"
                        + "</Body></Envelope>";
        here.answers(
                HostOrder.Check.class,
                order -> Answer.of(new HostReply.Checked(
                        1, 200, Base64.getEncoder().encodeToString(wrong.getBytes(StandardCharsets.UTF_8)), "")));
        place();

        assertThat(failure(Phase.CHECK))
                .isEqualTo("wrong answer: Ordera answered \"7\" at the body/answer instead of \"5\"; check 1 of Ordera"
                        + " (checks/request.xml), the answer is in cases/a/1/wrong-answer-1.xml");
        assertThat(repetition.resolve("wrong-answer-1.xml")).hasContent(wrong);
        assertThat(stage.checks()).isEqualTo(1);
        assertThat(there.asked(HostOrder.Check.class)).isEmpty();
    }

    @Test
    void shouldLetLoadClientsBeginInTheTimeOfTheirHost() throws Exception {
        here.when(HostOrder.Deploy.class, () -> here.say(new HostMessage.Started("load-here", 13)));
        here.when(HostOrder.Follow.class, () -> here.say(new HostMessage.Line("load-here", 0, 6, "ready")));
        there.answers(
                HostOrder.Time.class, order -> Answer.of(new HostReply.Time(clock.epochNanos() + 5_000_000_000L)));
        place();
        take(Phase.START, Phase.READY, Phase.DEPLOY);
        long before = clock.epochNanos();

        take(Phase.WARM_UP);

        assertThat(here.asked(HostOrder.Follow.class)).containsExactly(new HostOrder.Follow(Map.of("load-here", 0L)));
        HostOrder.Tell told = here.asked(HostOrder.Tell.class).get(0);
        assertThat(told.client()).isEqualTo("load-here");
        assertThat(told.words()).matches("start \\d+");
        assertThat(Long.parseLong(told.words().substring("start ".length())) - before)
                .as("the client's host has the driver's clock")
                .isBetween(400_000_000L, 4_000_000_000L);
        assertThat(here.asked(HostOrder.Time.class)).as("is this machine").isEmpty();
        assertThat(Files.readString(repetition.resolve("clocks.json"))).contains("\"there\"");
    }

    @Test
    void shouldNotWarmUpWhenAClockCannotBeRead() throws Exception {
        there.answers(HostOrder.Time.class, order -> Answer.of(HostProblem.of(HostProblem.Code.SILENT, "", "silence")));
        place();

        assertThat(failure(Phase.WARM_UP))
                .isEqualTo("the clock of host there cannot be read; look whether it can be reached");
    }

    @Test
    void shouldLoseNoLineOfALoadClientWhoseEndIsHeardBefore() throws Exception {
        place();
        take(Phase.START, Phase.READY);
        here.when(HostOrder.Deploy.class, () -> here.say(new HostMessage.Started("load-here", 13)));
        take(Phase.DEPLOY);
        here.say(new HostMessage.Ended("load-here", 0, 1, "", "logs/load-here/stdout.log", 11));
        here.say(new HostMessage.Line("load-here", 6, 11, "done"));
        here.say(new HostMessage.Line("load-here", 0, 6, "ready"));
        here.say(new HostMessage.Line("load-here", 0, 6, "ready"));
        here.say(new HostMessage.Line("load-here", 6, 11, "done"));

        take(Phase.DRAIN);

        assertThat(events()).contains("server,load-here,done, exit status 0");
    }

    @Test
    void shouldTellHowServersWereStoppedAndBringTheRecordsHome() throws Exception {
        there.answers(
                HostOrder.Stop.class,
                order -> new Answer(
                        null,
                        List.of(new ServerState(
                                "mocks", 7, false, true, 137, ServerEnd.KILLED, -1, List.of("8 sleep"), 3 << 20)),
                        List.of(),
                        "",
                        null));
        here.answers(
                HostOrder.Stop.class,
                order -> new Answer(
                        HostProblem.of(HostProblem.Code.NOT_STOPPED, "", "engine-a cannot be ended"),
                        List.of(state("engine-a", true, 143, ServerEnd.ASKED)),
                        List.of(),
                        "",
                        null));
        place();

        assertThat(failure(Phase.STOP)).isEqualTo("engine-a cannot be ended");

        assertThat(here.brought()).containsExactly(repetition);
        assertThat(there.brought()).containsExactly(repetition);
        assertThat(progress.lines())
                .containsExactlyInAnyOrder(
                        "note mocks left a process behind (8 sleep), which was ended; let its start command exec the server,"
                                + " and the server end what it starts",
                        "note mocks did not end within 1500 ms after SIGTERM and was killed; what it writes at its end may be"
                                + " missing",
                        "note server mocks wrote more logs than the 64.0 MiB that are kept: 3.0 MiB were read and left out;"
                                + " lower its log level, since writing logs takes time that is measured, or raise"
                                + " soabench.logLimit");
        assertThat(events())
                .contains(
                        "server,mocks,stopped (killed), exit status 137",
                        "server,engine-a,stopped (asked), exit status 143");
        assertThat(stage.servers())
                .extracting(ServerRecord::stopped)
                .containsExactly(ServerEnd.KILLED, ServerEnd.ASKED);
    }
}
