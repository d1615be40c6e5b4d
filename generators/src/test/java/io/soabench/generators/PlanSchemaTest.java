package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.soabench.model.testbed.Recorder;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.PublishedNumbers;
import io.soabench.plan.PublishedPlan;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A compiled plan is what its schema says, see {@code RunRecordSchemasTest} for the schema itself. */
class PlanSchemaTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path temp;

    private static String schemaText() throws IOException {
        try (InputStream in = Plan.class.getResourceAsStream(RunFiles.PLAN_SCHEMA)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static JsonSchema schema() throws IOException {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schemaText());
    }

    @Test
    void shouldAcceptAProducedPlanAndRefuseAWrongOne() throws IOException {
        ModelFixture model = new ModelFixture(temp.resolve("model"));
        model.suite.setRecorder(Recorder.JFR);
        model.publish("process,workload,max_s,avg_s,note\nSequential,office,3.967,0.622,\nFlowNoDep,web,,,stopped\n");
        Path compiled = temp.resolve("compiled");
        new TestbedCompiler().compile(model.testbed, Set.of(), ModelFixture.types(), compiled, OptionalLong.empty());
        JsonNode plan = MAPPER.readTree(compiled.resolve("plan.json").toFile());

        assertThat(schema().validate(plan)).isEmpty();
        assertThat(Json.read(compiled.resolve("plan.json"), Plan.class).published())
                .containsExactly(new PublishedPlan(
                        "Engine 1.0",
                        "A paper, table 2",
                        List.of(
                                new PublishedNumbers("Sequential", "office", 3967.0, null, 622.0, null, ""),
                                new PublishedNumbers("FlowNoDep", "web", null, null, null, null, "stopped"))));
        assertThat(compiled.resolve("plan.schema.json")).hasContent(schemaText());

        ((ObjectNode) plan.get("cases").get(0).get("schedule")).put("repetitions", 0);
        ((ObjectNode) plan).put("surplus", 1);
        assertThat(schema().validate(plan)).hasSize(2);
    }
}
