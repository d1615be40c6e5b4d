package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord.DurabilityRecord;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.sample.SampleEnvironment;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where engines keep more or less of their instances, sentences and files about both say so. */
final class EngineDurabilitiesTest {

    @TempDir
    private Path folder;

    private Analysis analyzed(String levelA, String levelB) throws IOException {
        return analyzed(RunFixture.plan(2, CallTree.sequence(List.of()), 2), levelA, levelB);
    }

    private Analysis analyzed(Plan plan, String levelA, String levelB) throws IOException {
        RunFixture run = new RunFixture(folder, plan);
        for (CasePlan one : plan.cases()) {
            for (int i = 1; i <= 2; i++) {
                run.repetition(one.id(), i).fill(50).write();
            }
        }
        Json.write(
                folder.resolve("environment.json"),
                SampleEnvironment.of(
                        run.plan().origin(),
                        Map.of(),
                        Map.of(),
                        Map.of(
                                "engine1", new DurabilityRecord(levelA, "does one thing"),
                                "engine2", new DurabilityRecord(levelB, "does another"))));
        return run.analyze();
    }

    @Test
    void shouldNameTheDurabilityOfEnginesThatDiffer() throws IOException {
        Analysis analysis = analyzed("none", "disk");

        assertThat(analysis.pairs().get(0).sentence()).endsWith(" Durability differs: engine1 none, engine2 disk.");
        assertThat(RunFixture.verdict(folder).path("durability"))
                .extracting(JsonNode::asText)
                .containsExactly("none", "disk");
    }

    @Test
    void shouldKnowThatFilesInMemoryAreNotOnDisk() throws IOException {
        Plan plan = RunFixture.plan(2, CallTree.sequence(List.of()), 2);
        for (CasePlan one : plan.cases()) {
            Path repetition = Files.createDirectories(RunFiles.repetition(folder, one.id(), 1));
            Files.writeString(
                    repetition.resolve(RunFiles.Each.STATISTICS.of(one.server())),
                    "{\"setting.durableStorage\": \""
                            + (one.server().equals("engine1") ? "memory (tmpfs)" : "disk (ext4)") + "\"}");
        }

        Analysis analysis = analyzed(plan, "disk", "disk");

        assertThat(analysis.pairs().get(0).sentence()).endsWith(" Durability differs: engine1 process, engine2 disk.");
        assertThat(RunFixture.verdict(folder).path("durability"))
                .extracting(JsonNode::asText)
                .containsExactly("process", "disk");
    }

    @Test
    void shouldSayNothingWhereBothAreKnownToBeAlike() throws IOException {
        Analysis analysis = analyzed("disk", "disk");

        assertThat(analysis.pairs().get(0).sentence()).doesNotContain("Durability");
        assertThat(RunFixture.verdict(folder).has("durability")).isFalse();
    }

    @Test
    void shouldNotTakeTwoThatAreUnknownForAlike() throws IOException {
        assertThat(analyzed("unknown", "unknown").pairs().get(0).sentence())
                .endsWith(" Durability may differ: engine1 and engine2 unknown.");
    }

    @Test
    void shouldHaveColumnsOfBothEngines() throws IOException, SQLException {
        analyzed("process", "process");

        try (Connection connection = DriverManager.getConnection(
                        "jdbc:h2:file:" + folder.resolve("results") + ";ACCESS_MODE_DATA=r", "sa", "");
                ResultSet pair = connection
                        .createStatement()
                        .executeQuery("select durability_a, durability_b from v_pair where kind = 'engine'")) {
            assertThat(pair.next()).isTrue();
            assertThat(pair.getString(1)).isEqualTo("process");
            assertThat(pair.getString(2)).isEqualTo("process");
        }
    }

    /** Two workloads, so that there are answers about each and about both. */
    @Test
    void shouldStandBehindTheAnswersOfTheCover() throws IOException {
        Plan one = RunFixture.plan(2, CallTree.sequence(List.of()), 2);
        List<CasePlan> cases = new ArrayList<>();
        for (String workload : List.of("office", "shop")) {
            for (CasePlan each : one.cases()) {
                cases.add(SamplePlan.testCase(each.id() + workload, each.server(), "Process", workload)
                        .withSchedule(each.schedule()));
            }
        }
        Plan two = one.withWorkloads(List.of(SamplePlan.closed("office", 1), SamplePlan.closed("shop", 1)))
                .withCases(cases);

        assertThat(analyzed(two, "none", "disk").sentences())
                .filteredOn(sentence -> sentence.startsWith("Under ") || sentence.startsWith("Over the 2 workloads"))
                .hasSize(3)
                .allSatisfy(sentence ->
                        assertThat(sentence).containsOnlyOnce(" Durability differs: engine1 none, engine2 disk."));
        assertThat(analyzed(two, "disk", "disk").sentences())
                .noneMatch(sentence -> sentence.contains("Durability differs"));
    }
}
