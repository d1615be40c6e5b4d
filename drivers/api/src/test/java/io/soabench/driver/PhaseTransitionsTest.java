package io.soabench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.sample.SamplePlan;
import io.soabench.plugin.Checksums;
import io.soabench.plugin.Lifecycle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PhaseTransitionsTest {

    private static final Path README = Path.of("..", "README.md");

    private static List<Phase> path(Phase troubled, PhaseTransitions.Ending ending) {
        List<Phase> path = new ArrayList<>();
        PhaseTransitions.Ending course = PhaseTransitions.Ending.DONE;
        Optional<Phase> phase = Optional.of(PhaseTransitions.first());
        while (phase.isPresent()) {
            path.add(phase.get());
            if (phase.get() == troubled) {
                course = ending;
            }
            phase = PhaseTransitions.after(phase.get(), course);
        }
        return path;
    }

    @Test
    void shouldTakeEveryPhaseInOrderWhenAllIsWell() {
        List<Phase> all = new ArrayList<>(List.of(Phase.values()));
        all.remove(Phase.PREPARE);

        assertThat(path(null, PhaseTransitions.Ending.DONE)).isEqualTo(all);
    }

    @Test
    void shouldTakeBackInReverseOrderWhatWasEnteredWhateverHappens() {
        for (PhaseTransitions.Row row : PhaseTransitions.rows()) {
            for (PhaseTransitions.Ending ending :
                    List.of(PhaseTransitions.Ending.FAILED, PhaseTransitions.Ending.INTERRUPTED)) {
                List<Phase> path = path(row.phase(), ending);
                List<Phase> back = path.subList(path.indexOf(row.phase()) + 1, path.size());

                assertThat(path)
                        .as("%s %s", row.phase(), ending)
                        .endsWith(Phase.CLEAN)
                        .doesNotHaveDuplicates();
                assertThat(back).isSorted().allMatch(PhaseTransitions::compensates);
                if (row.phase().compareTo(Phase.START) >= 0) {
                    assertThat(path).contains(Phase.STOP);
                }
                if (ending == PhaseTransitions.Ending.FAILED && row.phase().compareTo(Phase.DEPLOY) >= 0) {
                    assertThat(path).contains(Phase.UNDEPLOY);
                }
            }
        }
    }

    @Test
    void shouldTakeDeadlinesFromThePlanAndTheServers() {
        Lifecycle engine = new FakeTestbed.FakeType("e", true, 7000, 10_000, Checksums.NONE).lifecycle();
        Lifecycle mock = new FakeTestbed.FakeType("m", false, 9000, 10_000, Checksums.NONE).lifecycle();
        CasePlan of = SamplePlan.testCase("a")
                .withSchedule(new CaseSchedule(1, false, CaseSchedule.WarmUp.FIXED, 2000, 6000, 31_000, 30_000))
                .withChecks(
                        List.of(CheckPlan.before("p", "r1", "", "w.1.1"), CheckPlan.before("p", "r2", "", "w.1.2")));
        List<Long> deadlines = PhaseTransitions.rows().stream()
                .map(r -> PhaseTransitions.deadline(r.phase(), of, List.of(mock, engine))
                        .toMillis())
                .toList();

        assertThat(deadlines)
                .containsExactly(
                        60_000L, 60_000L, 9000L, 10_000L, 25_000L, 135_000L, 62_000L, 21_000L, 46_000L, 51_000L,
                        10_000L, 33_000L, 60_000L);
        assertThatThrownBy(() -> PhaseTransitions.deadline(Phase.PREPARE, of, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prepare is not a phase of a repetition");
    }

    @Test
    void shouldNameWhatUndoesAPhaseAfterIt() {
        assertThat(PhaseTransitions.rows())
                .filteredOn(r -> r.undoneBy() != null)
                .allMatch(r -> PhaseTransitions.compensates(r.undoneBy())
                        && r.undoneBy().compareTo(r.phase()) > 0)
                .extracting(PhaseTransitions.Row::phase)
                .containsExactly(Phase.PLACE, Phase.START, Phase.DEPLOY, Phase.WARM_UP);
        assertThat(Duration.ofMillis(PhaseTransitions.FIXED_MS)).isEqualTo(Duration.ofMinutes(1));
        assertThat(Duration.ofMillis(PhaseTransitions.SLACK_MS)).isEqualTo(Duration.ofSeconds(15));
    }

    /** The page for people is made from the table; when this fails, put the expected text there. */
    @Test
    void shouldBeDrawnInTheReadmeAsItIs() throws IOException {
        String readme = Files.readString(README);

        assertThat(readme)
                .contains("```mermaid\n" + PhaseTransitions.diagram() + "```")
                .contains(PhaseTransitions.table());
    }
}
