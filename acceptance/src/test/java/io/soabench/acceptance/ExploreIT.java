package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.ExploreRecord;
import io.soabench.plan.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The search for a load, with a real engine. The model decides what it finds, not the speed of the machine. */
final class ExploreIT extends SmallTestbed {

    /**
     * Each request makes five calls of 80 ms, which no engine answers in 300 ms, however few there are. An engine that does not keep up would miss
     * it, too; but where other programs use the machine, whose fault that is could not be told.
     */
    private static final String SLOW = SMALL.replace("response time 5 ms", "response time 80 ms")
            .replaceAll("(?s)workload office.*", "")
            .concat(
                    """
            workload web open { rate 1 /s }
            explore Capacity {
                warm up 1 s measure 4 s time-out 5 s
                case on engine for process in (Sequential), workload in (web)
                load rate from 10 /s to 400 /s
                until average response-time < 300 ms
                trials at most 8
            }
            report html
            """);

    @Test
    void shouldSayThatEvenTheLeastLoadIsTooMuch() throws Exception {
        testbed("small", SLOW);

        try (MavenCommand maven = MavenCommand.run(
                folder, "explore", "-Dtestbed=small.testbed", "-Dsoabench.output=out", Measuring.ONCE)) {
            assertThat(maven.status()).as(maven.output()).isZero();
            assertThat(maven.output())
                    .containsPattern("trial \\d of at most 8: 10 /s missed, ")
                    .contains("engine: average response-time < 300 ms is already missed at 10 /s (");
        }
        Path run = folder.resolve("out/small/runs/latest");
        ExploreRecord found = Json.read(run.resolve("explore.json"), ExploreRecord.class);
        assertThat(found.found()).isEqualTo(ExploreRecord.Found.BELOW);
        // A busy machine makes a trial useless, for example by a late mock host; none may be met or undecided.
        assertThat(found.trials())
                .extracting(ExploreRecord.Trial::outcome)
                .contains(ExploreRecord.Outcome.MISSED)
                .isSubsetOf(ExploreRecord.Outcome.MISSED, ExploreRecord.Outcome.USELESS);
        assertThat(found.trials()).allSatisfy(trial -> {
            assertThat(run.resolve("cases/" + trial.caseId() + "/" + trial.repetition() + "/samples-here.csv"))
                    .exists();
            assertThat(run.resolve("trials/" + trial.trial() + "/run.json")).exists();
        });
        assertThat(Results.rows(run, "select distinct load, outcome from v_trial where outcome <> 'useless'"))
                .containsExactly("10.0 missed");
        assertThat(run.resolve("report/index.html"))
                .content()
                .contains("Up to which load")
                .contains("is already missed at 10 /s");
    }
}
