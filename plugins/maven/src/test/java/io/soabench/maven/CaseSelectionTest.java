package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import io.soabench.plan.Plan;
import io.soabench.plan.sample.SamplePlan;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CaseSelectionTest {

    private static final List<String> IDS =
            List.of("Sequential-office-engine", "Sequential-web-engine", "Flow.2-web-engine");

    private static Plan plan() {
        return SamplePlan.empty()
                .withCases(
                        IDS.stream().map(SamplePlan::testCase).toList(),
                        List.of(
                                new Execution(IDS.get(2), 1),
                                new Execution(IDS.get(0), 1),
                                new Execution(IDS.get(1), 1)));
    }

    private static List<String> chosen(String glob) {
        Plan plan = new CaseSelection(glob).of(plan());
        assertThat(plan.order().stream().map(Execution::caseId).sorted().toList())
                .isEqualTo(plan.cases().stream().map(CasePlan::id).sorted().toList());
        return plan.cases().stream().map(CasePlan::id).toList();
    }

    @Test
    void shouldChooseEveryCaseThatMatches() {
        assertThat(chosen("*")).isEqualTo(IDS);
        assertThat(chosen("Sequential-*")).containsExactly(IDS.get(0), IDS.get(1));
        assertThat(chosen("*-office-*, Flow*")).containsExactly(IDS.get(0), IDS.get(2));
        assertThat(chosen("Sequential-we?-engine")).containsExactly(IDS.get(1));
    }

    @Test
    void shouldTakeADotForADot() {
        assertThat(chosen("Flow.2*")).containsExactly(IDS.get(2));
        assertThatThrownBy(() -> chosen("Flow?.*")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldNameTheCasesWhenNoneMatches() {
        assertThatThrownBy(() -> new CaseSelection("Loop*").of(plan()))
                .hasMessage("no case matches \"Loop*\"; the cases are " + String.join(", ", IDS));
    }
}
