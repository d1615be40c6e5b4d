package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.CaseSchedule;
import io.soabench.plan.Plan;
import io.soabench.plan.sample.SamplePlan;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;

class CalibrationModeTest {

    /** Repetitions of a minute, a warm-up of 20 s included. */
    private static Plan plan(int repetitions) {
        CaseSchedule schedule =
                new CaseSchedule(repetitions, false, CaseSchedule.WarmUp.FIXED, 20_000, 40_000, 2_000, 2_000);
        return SamplePlan.empty()
                .withCases(List.of(
                        SamplePlan.testCase("a", "engine", "Process", "office").withSchedule(schedule)));
    }

    @Test
    void shouldCalibrateRunsThatLastLongerThanTenMinutes() throws MojoFailureException {
        assertThat(CalibrationMode.of("auto").wanted(plan(10), false)).isFalse();
        assertThat(CalibrationMode.of("auto").wanted(plan(11), false)).isTrue();
    }

    @Test
    void shouldDoWhatTheUserWants() throws MojoFailureException {
        assertThat(CalibrationMode.of("always").wanted(plan(1), false)).isTrue();
        assertThat(CalibrationMode.of("never").wanted(plan(100), false)).isFalse();
    }

    @Test
    void shouldCalibrateNothingOnOtherHosts() throws MojoFailureException {
        assertThat(CalibrationMode.of("auto").wanted(plan(11), true)).isFalse();
        assertThat(CalibrationMode.of("never").wanted(plan(11), true)).isFalse();
        assertThatThrownBy(() -> CalibrationMode.ALWAYS.wanted(plan(1), true))
                .isInstanceOf(MojoFailureException.class)
                .hasMessage(
                        "-Dsoabench.calibrate=always measures the harness with the local driver only; leave it out for"
                                + " a run with Ansible");
    }

    @Test
    void shouldRefuseAnythingElse() {
        assertThatThrownBy(() -> CalibrationMode.of("yes"))
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("-Dsoabench.calibrate is \"yes\"; use one of auto, always, never");
    }
}
