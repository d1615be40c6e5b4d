package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.plan.CallTree;
import io.soabench.plan.EnvironmentRecord.DurabilityRecord;
import io.soabench.plan.Json;
import io.soabench.plan.sample.SampleEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where engines keep more or less of their instances, sentences and files about both say so. */
final class DurabilitiesTest {

    @TempDir
    private Path folder;

    private Analysis analyzed(String levelA, String levelB) throws IOException {
        RunFixture run = new RunFixture(folder, RunFixture.plan(2, CallTree.sequence(List.of()), 2));
        for (int i = 1; i <= 2; i++) {
            run.repetition("case1", i).fill(50).write();
            run.repetition("case2", i).fill(50).write();
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

    private JsonNode verdict() throws IOException {
        return new ObjectMapper()
                .readTree(folder.resolve("report/verdicts.json").toFile())
                .path("verdicts")
                .get(0);
    }

    @Test
    void shouldNameTheDurabilityOfEnginesThatDiffer() throws IOException {
        Analysis analysis = analyzed("none", "disk");

        assertThat(analysis.pairs().get(0).sentence()).endsWith(" Durability differs: engine1 none, engine2 disk.");
        assertThat(verdict().path("durability")).extracting(JsonNode::asText).containsExactly("none", "disk");
    }

    @Test
    void shouldSayNothingWhereBothAreKnownToBeAlike() throws IOException {
        Analysis analysis = analyzed("disk", "disk");

        assertThat(analysis.pairs().get(0).sentence()).doesNotContain("Durability");
        assertThat(verdict().has("durability")).isFalse();
    }

    @Test
    void shouldNotTakeTwoThatAreUnknownForAlike() throws IOException {
        assertThat(analyzed("unknown", "unknown").pairs().get(0).sentence())
                .endsWith(" Durability may differ: engine1 unknown, engine2 unknown.");
    }
}
