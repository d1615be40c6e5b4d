package io.soabench.analyzer.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.RunFixture;
import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.sample.SamplePlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EngineHostsTest {

    /** The engine and its database are on a machine with two names, the mock host and the load client elsewhere. */
    @Test
    void shouldKnowWhatRunsOnTheMachineOfTheEngineAndWhatIsItsOwn() {
        Plan one = RunFixture.plan(1, CallTree.sequence(List.of()), 1);
        ServerPlan engine = new ServerPlan(
                "engine1", "reference", "far", Map.of("database", "db", "heap", "1000"), Map.of(), List.of());
        ServerPlan database = new ServerPlan("db", "postgresql", "alias", Map.of(), Map.of(), List.of());
        Plan plan = one.withHosts(List.of(
                        SamplePlan.host("here"),
                        SamplePlan.remote("far", "10.0.0.2"),
                        SamplePlan.remote("alias", "10.0.0.2")))
                .withServers(List.of(SamplePlan.server("mocks", "lean").withHost("here"), engine, database));
        CasePlan testCase = plan.cases().get(0);

        EngineHosts hosts = EngineHosts.of(plan, new EnvironmentEntries(Optional.empty()));

        assertThat(List.of("engine1", "db", "mocks", RunFiles.loadClient("here"), RunFiles.loadClient("far")))
                .filteredOn(name -> hosts.beside().test(testCase, name))
                .containsExactly("engine1", "db", RunFiles.loadClient("far"));
        assertThat(List.of("engine1", "db", "mocks", RunFiles.loadClient("here")))
                .filteredOn(name -> hosts.own().test(testCase, name))
                .containsExactly("engine1", "db");
        assertThat(hosts.processors().applyAsInt(testCase)).isZero();
    }
}
