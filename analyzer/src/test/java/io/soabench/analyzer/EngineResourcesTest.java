package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.analyzer.answers.Caveats;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.sample.SampleEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where engines may use more or less than each other, caveats and files say so. */
final class EngineResourcesTest {

    @TempDir
    private Path folder;

    private static ServerPlan placed(ServerPlan server, String host, Map<String, String> parameters) {
        return new ServerPlan(server.name(), server.type(), host, parameters, server.ports(), server.serves());
    }

    /** Two engines on hosts of their own, with parameters of the second that differ from those of the first. */
    private static Plan plan(Map<String, String> changed) {
        Plan plan = RunFixture.plan(2, 0, 2);
        Map<String, String> same = Map.of("heap", "268435456", "jvm-options", "");
        Map<String, String> other = new HashMap<>(same);
        other.putAll(changed);
        return plan.withServers(plan.servers().stream()
                .map(server -> switch (server.name()) {
                    case "engine1" -> placed(server, "left", same);
                    case "engine2" -> placed(server, "right", other);
                    default -> server;
                })
                .toList());
    }

    private List<String> caveats(Plan plan, int left, int right) throws IOException {
        RunFixture run = new RunFixture(folder, plan);
        EnvironmentRecord environment = SampleEnvironment.of(
                plan.origin(), SampleEnvironment.host("left", left), SampleEnvironment.host("right", right));
        Json.write(folder.resolve("environment.json"), environment);
        for (int i = 1; i <= 2; i++) {
            run.repetition("case1", i).fill(50).write();
            run.repetition("case2", i).fill(50).write();
        }
        return Caveats.of(plan, Optional.of(environment), run.analyze().cases());
    }

    private JsonNode resources() throws IOException {
        return RunFixture.verdict(folder).path("resources");
    }

    private static List<String> texts(JsonNode both) {
        return List.of(both.path(0).asText(), both.path(1).asText());
    }

    @Test
    void shouldNameProcessorsOfHostsThatDiffer() throws IOException {
        assertThat(caveats(plan(Map.of()), 2, 4))
                .contains("Processors differ: engine1 2 (simulated), engine2 4 (simulated).")
                .noneMatch(sentence -> sentence.startsWith("Heaps") || sentence.startsWith("Options"));
        assertThat(resources()).hasSize(1);
        assertThat(texts(resources().path("processors"))).containsExactly("2 (simulated)", "4 (simulated)");
    }

    @Test
    void shouldNameHeapsAndOptionsThatDiffer() throws IOException {
        assertThat(caveats(plan(Map.of("heap", "536870912", "jvm-options", "-XX:+UseZGC")), 2, 2))
                .contains(
                        "Heaps differ: engine1 256 MiB, engine2 512 MiB.",
                        "Options of the Java virtual machine differ: engine1 none, engine2 \"-XX:+UseZGC\".");
        assertThat(resources()).hasSize(2);
        assertThat(texts(resources().path("heap"))).containsExactly("256 MiB", "512 MiB");
        assertThat(texts(resources().path("jvm-options"))).containsExactly("none", "-XX:+UseZGC");
    }

    /** Engines of two suites are never compared, so what they have explains nothing. */
    @Test
    void shouldNameNothingOfEnginesThatAreNotCompared() throws IOException {
        Plan two = plan(Map.of("heap", "536870912"));

        assertThat(caveats(
                        two.withCases(List.of(
                                two.cases().get(0),
                                RunFixture.inSuite(two.cases().get(1), "Far"))),
                        2,
                        2))
                .noneMatch(sentence -> sentence.startsWith("Heaps"));
    }

    @Test
    void shouldNameTlsOfOneEngine() throws IOException {
        assertThat(caveats(plan(Map.of("tls", "true")), 2, 2))
                .contains("TLS of requests differs: engine1 without, engine2 with.");
        assertThat(texts(resources().path("tls"))).containsExactly("without", "with");
    }

    @Test
    void shouldSayNothingWhereAllIsAlike() throws IOException {
        assertThat(caveats(plan(Map.of()), 2, 2)).noneMatch(sentence -> sentence.matches(".*differs?:.*"));
        assertThat(resources().isMissingNode()).isTrue();
    }
}
