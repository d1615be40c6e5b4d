package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.run.DriverSettings;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.sample.SamplePlan;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;

class DriverChoiceTest {

    private static final HostPlan HERE = SamplePlan.host("here");
    private static final HostPlan LAB = SamplePlan.remote("lab", "10.1.2.3");

    private static Plan plan(HostPlan... hosts) {
        return SamplePlan.empty().withHosts(List.of(hosts));
    }

    private static DriverChoice choice(String wish) {
        return new DriverChoice(wish, null, List.of(), false, DriverSettings.STANDARD);
    }

    @Test
    void shouldRunOnThisMachineWhenAllHostsAreIt() throws MojoFailureException {
        assertThat(choice(null).name(plan(HERE))).isEqualTo("local");
        assertThat(choice(null).of(plan(HERE), getClass().getClassLoader()).name())
                .isEqualTo("local");
    }

    @Test
    void shouldUseAnsibleWhenAHostIsAnotherMachine() throws MojoFailureException {
        assertThat(choice("").name(plan(HERE, LAB))).isEqualTo("ansible");
        assertThat(choice("").of(plan(HERE, LAB), getClass().getClassLoader()).name())
                .isEqualTo("ansible");
    }

    @Test
    void shouldDoAsItIsTold() throws MojoFailureException {
        assertThat(choice("local").name(plan(HERE, LAB))).isEqualTo("local");
        assertThat(choice("ansible").name(plan(HERE))).isEqualTo("ansible");
    }

    @Test
    void shouldNameTheDriversWhenThereIsNoSuch() {
        assertThatThrownBy(() -> choice("ssh").name(plan(HERE)))
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("there is no driver \"ssh\"; -Dsoabench.driver is local or ansible");
    }
}
