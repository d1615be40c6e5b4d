package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.apache.maven.plugin.descriptor.InvalidParameterException;
import org.apache.maven.plugin.descriptor.MojoDescriptor;
import org.apache.maven.plugin.descriptor.Parameter;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.junit.jupiter.api.Test;

class GoalPropertiesTest {

    private static final Set<String> KNOWN = Set.of("soabench.profile", "soabench.cases");

    @Test
    void shouldNameThePropertyThatWasMeant() {
        assertThat(GoalProperties.unknown(List.of("soabench.profil", "soabench.Cases", "testbed"), KNOWN))
                .containsExactly(
                        "no goal has a parameter -Dsoabench.Cases; did you mean -Dsoabench.cases?",
                        "no goal has a parameter -Dsoabench.profil; did you mean -Dsoabench.profile?");
    }

    @Test
    void shouldListAllWhenNoneIsNear() {
        assertThat(GoalProperties.unknown(List.of("soabench.verbosity"), Set.of("soabench.cases")))
                .containsExactly("no goal has a parameter -Dsoabench.verbosity; known are soabench.cases");
    }

    @Test
    void shouldAcceptWhatGoalsKnowAndWhatIsNoneOfTheirBusiness() {
        assertThat(GoalProperties.unknown(
                        List.of(
                                "soabench.profile",
                                "soabench.slow",
                                "soabench.simulation.runs",
                                "maven.test.skip",
                                "runs"),
                        KNOWN))
                .isEmpty();
    }

    @Test
    void shouldFindThePropertiesOfAllGoals() throws InvalidParameterException, Exception {
        Parameter parameter = new Parameter();
        parameter.setName("profile");
        parameter.setExpression("${soabench.profile}");
        Parameter project = new Parameter();
        project.setName("project");
        project.setExpression("${project}");
        MojoDescriptor goal = new MojoDescriptor();
        goal.setGoal("run");
        goal.addParameter(parameter);
        goal.addParameter(project);
        PluginDescriptor plugin = new PluginDescriptor();
        plugin.setGroupId("g");
        plugin.setArtifactId("a");
        goal.setPluginDescriptor(plugin);
        plugin.addMojo(goal);

        assertThat(GoalProperties.of(plugin)).containsExactly("soabench.profile");
    }
}
