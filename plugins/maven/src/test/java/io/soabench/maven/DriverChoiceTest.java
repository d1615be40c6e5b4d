package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.run.Settings;
import io.soabench.plan.Plan;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;

class DriverChoiceTest {

    private static final Plan.HostPlan HERE = host("here", "127.0.0.1", true);
    private static final Plan.HostPlan LAB = host("lab", "10.1.2.3", false);

    private static Plan.HostPlan host(String name, String address, boolean local) {
        return new Plan.HostPlan(name, address, local, Map.of(), "", "", Map.of());
    }

    private static Plan plan(Plan.HostPlan... hosts) {
        return new Plan(
                Plan.FORMAT,
                "t",
                "T",
                1,
                "",
                "h",
                Arrays.asList(hosts),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static DriverChoice choice(String wish) {
        return new DriverChoice(wish, null, List.of(), Settings.STANDARD);
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
