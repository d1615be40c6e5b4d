package io.soabench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.EventKind;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord.State;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepetitionRunTest {

    @TempDir
    Path folder;

    private final List<Phase> taken = new ArrayList<>();

    /** What the stage does in a phase. */
    private interface Act {
        void in(Phase phase) throws PhaseFailed, RunInterrupted;
    }

    private RepetitionRecord run(Act act, java.util.function.Consumer<Phase> entered) {
        Stage stage = new Stage() {
            @Override
            public void take(Phase phase, Duration deadline) throws PhaseFailed, RunInterrupted {
                taken.add(phase);
                act.in(phase);
            }

            @Override
            public long expectedMs(Phase phase) {
                return -1;
            }

            @Override
            public String endpoint() {
                return "http://x";
            }

            @Override
            public int checks() {
                return 2;
            }

            @Override
            public List<RepetitionRecord.ServerRecord> servers() {
                return List.of();
            }
        };
        Plan plan =
                new FakeTestbed(folder.resolve("compiled")).add("a", "ok", "ok").plan();
        HostClock clock = HostClock.system();
        return new RepetitionRun(
                        plan.order().get(0),
                        plan.caseOf("a"),
                        List.of(),
                        stage,
                        folder,
                        new EventLog(folder.resolve("events.csv"), clock),
                        clock,
                        entered)
                .run();
    }

    @Test
    void shouldWriteTheRecordWhenAllIsWell() {
        RepetitionRecord record = run(phase -> {}, phase -> {});

        assertThat(record.state()).isEqualTo(State.COMPLETED);
        assertThat(taken).hasSize(13);
        assertThat(Json.read(folder.resolve("repetition.json"), RepetitionRecord.class))
                .isEqualTo(record);
    }

    @Test
    void shouldKeepTheFirstMessageAndTheOpenPhaseWhenCleaningFailsToo() {
        RepetitionRecord record = run(
                phase -> {
                    if (phase == Phase.READY || phase == Phase.STOP) {
                        throw new PhaseFailed(phase.label() + " went wrong");
                    }
                },
                phase -> {});

        assertThat(record.state()).isEqualTo(State.FAILED);
        assertThat(record.message()).isEqualTo("ready went wrong");
        assertThat(taken).containsExactly(Phase.PLACE, Phase.START, Phase.READY, Phase.STOP, Phase.CLEAN);
        assertThat(record.phases().get(2).endNs()).isZero();
        assertThat(record.phases().get(4).endNs()).isPositive();
    }

    @Test
    void shouldSkipUndeployWhenTheUserEndsTheRun() {
        RepetitionRecord record = run(
                phase -> {
                    if (phase == Phase.MEASURE) {
                        throw new RunInterrupted();
                    }
                },
                phase -> {});

        assertThat(record.state()).isEqualTo(State.INTERRUPTED);
        assertThat(record.message()).isEqualTo("the run was ended by the user in phase \"measure\"");
        assertThat(taken).endsWith(Phase.MEASURE, Phase.STOP, Phase.CLEAN).doesNotContain(Phase.UNDEPLOY);
    }

    @Test
    void shouldStopWhatRunsWhenTheDriverHasABug() {
        RepetitionRecord record = run(
                phase -> {
                    if (phase == Phase.DEPLOY) {
                        throw new IllegalStateException("bug");
                    }
                },
                phase -> {});

        assertThat(record.state()).isEqualTo(State.FAILED);
        assertThat(record.message())
                .isEqualTo(
                        "the driver itself failed in phase \"deploy\" (java.lang.IllegalStateException: bug); please report "
                                + folder.resolve("driver-error.txt"));
        assertThat(taken).endsWith(Phase.DEPLOY, Phase.UNDEPLOY, Phase.STOP, Phase.CLEAN);
        assertThat(folder.resolve("driver-error.txt")).content().contains("RepetitionRunTest");
    }

    @Test
    void shouldStopWhatRunsWhenAPlugInLacksAClass() {
        RepetitionRecord record = run(
                phase -> {
                    if (phase == Phase.MEASURE) {
                        throw new NoClassDefFoundError("org/example/Event");
                    }
                },
                phase -> {});

        assertThat(record.state()).isEqualTo(State.FAILED);
        assertThat(record.message()).contains("in phase \"measure\"", "org/example/Event");
        assertThat(taken).endsWith(Phase.MEASURE, Phase.UNDEPLOY, Phase.STOP, Phase.CLEAN);
    }

    @Test
    void shouldStillTakeBackWhenTheJournalCannotBeWritten() {
        RepetitionRecord record = run(phase -> {}, phase -> {
            if (phase.compareTo(Phase.READY) >= 0) {
                throw new UncheckedIOException(
                        "cannot write run.json: No space left on device", new java.io.IOException());
            }
        });

        assertThat(record.state()).isEqualTo(State.FAILED);
        assertThat(record.message()).isEqualTo("cannot write run.json: No space left on device");
        assertThat(taken).containsExactly(Phase.PLACE, Phase.START, Phase.STOP, Phase.CLEAN);
    }

    @Test
    void shouldQuoteFieldsOfEvents() throws java.io.IOException {
        EventLog events = new EventLog(folder.resolve("e.csv"), HostClock.system());
        events.add(EventKind.SERVER, "engine", "said \"no\",\nthen ended");

        List<String> lines = Files.readAllLines(folder.resolve("e.csv"));
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).isEqualTo("at_ns,kind,subject,detail,event");
        assertThat(lines.get(1)).matches("\\d+,server,engine,\"said \"\"no\"\", then ended\",");
    }
}
