package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.Driver;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.sample.SamplePlan;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ProgramsTest {

    private final List<String> asked = new ArrayList<>();

    /** A type with one program of the same name. */
    private record Type(String name) implements ServerType {
        @Override
        public String licence() {
            return "Apache-2.0";
        }

        @Override
        public List<Program> programs() {
            return List.of(new Program(name, "test:" + name + ":1"));
        }

        @Override
        public Lifecycle lifecycle() {
            throw new UnsupportedOperationException("nothing is started here");
        }
    }

    private static Plan plan(String... types) {
        List<ServerPlan> servers = new ArrayList<>();
        List<CasePlan> cases = new ArrayList<>();
        for (String type : types) {
            servers.add(SamplePlan.server("one-" + type, type));
            cases.add(SamplePlan.testCase(type).withServers(List.of("one-" + type)));
        }
        return SamplePlan.empty().withServers(servers).withCases(cases);
    }

    private List<Path> resolve(String coordinates) {
        asked.add(coordinates);
        if (coordinates.contains("lost")) {
            throw new ClassPaths.UnresolvedException("cannot get " + coordinates, null);
        }
        return List.of(Path.of(coordinates + ".jar"));
    }

    @Test
    void shouldLookUpAllThatIsNeededAndSayWhatCannotBeHad() {
        Map<String, ServerType> types =
                Map.of("good", new Type("good"), "lost", new Type("lost"), "unused", new Type("unused"));

        Programs programs = Programs.of(plan("lost", "good"), types, Set.of(), this::resolve);

        assertThat(asked).containsExactlyInAnyOrder(Driver.LOAD_CLIENT, "test:good:1", "test:lost:1");
        assertThat(programs.classPaths()).containsOnlyKeys(Driver.LOAD_CLIENT, "test:good:1");
        assertThat(programs.unobtainable()).containsExactly(Map.entry("lost", "cannot get test:lost:1"));
    }

    @Test
    void shouldLookUpWhatIsWantedBesideTheCases() {
        Map<String, ServerType> types = Map.of("good", new Type("good"), "relay", new Type("relay"));

        Programs programs = Programs.of(plan("good"), types, Set.of("relay"), this::resolve);

        assertThat(programs.classPaths()).containsOnlyKeys(Driver.LOAD_CLIENT, "test:good:1", "test:relay:1");
    }

    /** A version of a server, whose programs have the same names as those of another version. */
    private record Version(String name, String number) implements ServerType {
        @Override
        public String licence() {
            return "Apache-2.0";
        }

        @Override
        public List<Program> programs() {
            return List.of(new Program("parrot", "com.example:parrot-server:" + number));
        }

        @Override
        public Lifecycle lifecycle() {
            throw new UnsupportedOperationException("nothing is started here");
        }
    }

    @Test
    void shouldKeepTheClassPathsOfTwoVersionsApart() {
        Map<String, ServerType> types =
                Map.of("parrot", new Version("parrot", "1.0"), "parrot-next", new Version("parrot-next", "1.1"));

        Programs programs = Programs.of(plan("parrot", "parrot-next"), types, Set.of(), this::resolve);

        assertThat(programs.classPaths())
                .containsEntry("com.example:parrot-server:1.0", List.of(Path.of("com.example:parrot-server:1.0.jar")))
                .containsEntry("com.example:parrot-server:1.1", List.of(Path.of("com.example:parrot-server:1.1.jar")));
    }

    @Test
    void shouldAddTheAgentAndThePlugInsOfItsMetrics() {
        Programs programs = Programs.of(plan(), Map.of(), Set.of(), this::resolve)
                .withAgent(List.of("org.example:metrics:1", "/a/folder/of/classes", Driver.AGENT), this::resolve);

        assertThat(programs.classPaths()).containsOnlyKeys(Driver.LOAD_CLIENT, Driver.AGENT);
        assertThat(programs.classPaths().get(Driver.AGENT))
                .containsExactly(Path.of(Driver.AGENT + ".jar"), Path.of("org.example:metrics:1.jar"));
    }

    @Test
    void shouldFailWhenTheLoadClientCannotBeHad() {
        assertThatThrownBy(() -> Programs.of(plan(), Map.of(), Set.of(), coordinates -> resolve("lost " + coordinates)))
                .isInstanceOf(ClassPaths.UnresolvedException.class)
                .hasMessageContaining("cannot get lost " + Driver.LOAD_CLIENT);
    }
}
