package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.soabench.plan.ConfigurationRecord;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The search for a configuration, with a real engine. The model decides what it finds, not the speed of the machine. */
final class TuneIT extends SmallTestbed {

    /** With one connection to the partner, calls of 20 ms wait for each other: six clients take turns, else they do not. */
    private static final String TUNED = SMALL.replace("response time 5 ms", "response time 20 ms")
            .replace("{ heap 128 MiB }", "{ heap 128 MiB max-connections 1 }")
            .replaceAll("(?s)workload office.*", "")
            .concat(
                    """
            workload busy closed { clients 6 think time 50 ms }
            explore Tuning {
                warm up 1 s measure 4 s time-out 5 s
                case on engine for process in (Sequential), workload in (busy)
                vary engine for lowest average response-time { max-connections in (1, 64) }
                expect failures < 20 %
                confirm 2 times
                within 10 min
            }
            report html
            """);

    /** Trials that load client or partners spoiled by being late, and not the engine. */
    private static final Pattern LATE =
            Pattern.compile(" (?:of no use|undecided), .*(?:missed its schedule|missed its planned response times)");

    @Test
    void shouldFindTheConfigurationThatIsBetterAndConfirmIt() throws Exception {
        testbed("small", TUNED);

        String output = explored();

        Path run = folder.resolve("out/small/runs/latest");
        ExploreRecord found = Json.read(run.resolve("explore.json"), ExploreRecord.class);
        assertThat(output).contains("trial 1 of at most 8: rung 1 of 1, max-connections ");
        assertThat(found.trials()).hasSizeGreaterThanOrEqualTo(2).allSatisfy(trial -> assertThat(
                        run.resolve((trial.selecting() ? "trials/" + trial.trial() + "/" : "") + "cases/"
                                + trial.caseId() + "/" + trial.repetition() + "/samples-here.csv"))
                .exists());
        assertThat(run.resolve("report/index.html")).content().contains("Which configuration");

        assertThat(output)
                .contains("confirmation, block 2 of 2, max-connections ")
                .contains("engine: of 2 configurations, max-connections 64 was selected for the lowest average"
                        + " response-time. In 2 blocks that the selection has not seen: against the server's own"
                        + " configuration, max-connections 1 (");
        ConfigurationRecord configuration = found.configuration();
        assertThat(found.trials()).hasSize(2 + 2 * 2);
        assertThat(configuration.parameters()).isEqualTo(Map.of("max-connections", "64"));
        assertThat(configuration.confirmation().compared()).singleElement().satisfies(compared -> {
            assertThat(compared.against()).isEqualTo(1);
            assertThat(compared.blocks()).isEqualTo(2);
            assertThat(compared.ratio()).isLessThan(0.8);
        });
        Plan plan = Json.read(run.resolve("plan.json"), Plan.class);
        assertThat(plan.workloads()).extracting(Plan.WorkloadPlan::name).containsExactly("busy-confirmation");
        assertThat(plan.serverOf("engine").parameters()).containsEntry("max-connections", "1");
        assertThat(plan.serverOf("engine-2").parameters()).containsEntry("max-connections", "64");
        assertThat(Results.rows(run, "select name, own, blocks from v_configuration"))
                .containsExactly("engine TRUE 2", "engine-2 FALSE 2");
        assertThat(Results.rows(run, "select distinct workload from v_suite_summary"))
                .containsExactly("busy-confirmation");
        assertThat(run.resolve("report/index.html"))
                .content()
                .contains("max-connections 64 was selected for the lowest average response-time");
    }

    /** What the goal printed; it is run again where it says itself that a busy machine kept a trial from being measured. */
    private String explored() throws Exception {
        for (int attempt = 1; ; attempt++) {
            try (MavenCommand maven =
                    MavenCommand.run(folder, "explore", "-Dtestbed=small.testbed", "-Dsoabench.output=out")) {
                String output = maven.output();
                boolean late = LATE.matcher(output).find();
                if (!late || attempt == Measuring.ATTEMPTS) {
                    assumeThat(late)
                            .as("what is found on a machine that lets no trial be measured says nothing")
                            .isFalse();
                    assertThat(maven.status()).as(output).isZero();
                    return output;
                }
            }
        }
    }
}
