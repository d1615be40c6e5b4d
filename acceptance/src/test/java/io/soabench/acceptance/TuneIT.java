package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.soabench.plan.ConfigurationRecord;
import io.soabench.plan.ConfigurationRecord.Candidate;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.ExploreRecord.Trial;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.WorkloadPlan;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The search for a configuration, with a real engine. What is asserted follows from what its trials recorded, whatever the speed of the machine. */
@Order(4)
final class TuneIT extends SmallTestbed {

    /** With one connection to the partner, calls of 40 ms wait for each other: six clients take turns, else they do not. */
    private static final String TUNED = SMALL.replace("response time 5 ms", "response time 40 ms")
            .replace("{ heap 128 MiB ", "{ heap 128 MiB max-connections 1 ")
            .replaceAll("(?s)workload office.*", "")
            .concat(
                    """
            workload busy closed { clients 6 think time 50 ms }
            explore Tuning {
                warm up 1 s measure 8 s time-out 9 s
                case on engine for process in (Sequential), workload in (busy)
                vary engine for lowest average response-time { max-connections in (1, 64) }
                expect failures < 20 %
                confirm 2 times
                within 10 min
            }
            report html
            """);

    private static final int OWN = 1;
    private static final int WIDE = 2;

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
        ConfigurationRecord configuration = found.configuration();
        assertThat(configuration.candidates())
                .extracting(Candidate::configuration, Candidate::own, each -> each.parameters()
                        .get("max-connections"))
                .containsExactly(tuple(OWN, true, "1"), tuple(WIDE, false, "64"));
        Map<Integer, Double> selecting = new TreeMap<>();
        found.trials().stream()
                .filter(Trial::selecting)
                .filter(trial -> trial.outcome() == Outcome.MET || trial.outcome() == Outcome.UNDECIDED)
                .forEach(trial -> selecting.put(
                        trial.configuration(), trial.value() == null ? Double.POSITIVE_INFINITY : trial.value()));
        assumeThat(selecting.values())
                .as("on a machine that lets no trial be measured nothing is selected")
                .anyMatch(Double::isFinite);
        int selected = selecting.entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        assertThat(configuration.parameters())
                .as("the lowest of %s", selecting)
                .isEqualTo(Map.of("max-connections", selected == WIDE ? "64" : "1"));
        assertThat(run.resolve("report/index.html"))
                .content()
                .contains("Which configuration", "was selected for the lowest average response-time");

        assumeThat(selected == WIDE || selecting.size() == 2)
                .as("what was selected is the server's own, and there is no other to hold it against")
                .isTrue();
        assertConfirmed(run, found, selected);
    }

    private static void assertConfirmed(Path run, ExploreRecord found, int selected) throws Exception {
        Map<List<Integer>, Double> confirming = new TreeMap<>(Comparator.comparing(Object::toString));
        found.trials().stream()
                .filter(trial -> !trial.selecting())
                .forEach(trial -> confirming.put(List.of(trial.configuration(), trial.repetition()), trial.value()));
        assertThat(confirming.keySet())
                .containsExactlyInAnyOrder(List.of(OWN, 1), List.of(OWN, 2), List.of(WIDE, 1), List.of(WIDE, 2));
        assertThat(found.configuration().confirmation().compared())
                .singleElement()
                .satisfies(compared -> {
                    assertThat(compared.configuration()).isEqualTo(selected);
                    assertThat(compared.against()).isEqualTo(selected == WIDE ? OWN : WIDE);
                    assertThat(compared.sentence()).startsWith("against ");
                    if (compared.blocks() == 2 && !confirming.containsValue(null)) {
                        double first = confirming.get(List.of(compared.configuration(), 1))
                                / confirming.get(List.of(compared.against(), 1));
                        double second = confirming.get(List.of(compared.configuration(), 2))
                                / confirming.get(List.of(compared.against(), 2));
                        assertThat(compared.ratio())
                                .as("of the confirmation %s alone", confirming)
                                .isCloseTo(Math.sqrt(first * second), withinPercentage(0.1));
                    }
                });
        Plan plan = Json.read(run.resolve("plan.json"), Plan.class);
        assertThat(plan.workloads()).extracting(WorkloadPlan::name).containsExactly("busy-confirmation");
        assertThat(plan.serverOf("engine").parameters()).containsEntry("max-connections", "1");
        assertThat(plan.serverOf("engine-2").parameters()).containsEntry("max-connections", "64");
        assertThat(Results.rows(run, "select name, own from v_configuration"))
                .containsExactly("engine TRUE", "engine-2 FALSE");
        assertThat(Results.rows(run, "select distinct workload from v_suite_summary"))
                .containsExactly("busy-confirmation");
    }

    /** What the goal printed. What other programs disturbed is not measured once more: all that is looked at follows from what was recorded. */
    private String explored() throws Exception {
        try (MavenCommand maven = MavenCommand.run(
                folder, "explore", "-Dtestbed=small.testbed", "-Dsoabench.output=out", Measuring.ONCE)) {
            String output = maven.output();
            assumeThat(output)
                    .as("a machine that lets no trial be measured")
                    .doesNotContain("no configuration could be measured");
            assertThat(maven.status()).as(output).isZero();
            return output;
        }
    }
}
