package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.soabench.plan.CallTree;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.Target;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanSchemaTest {

    private static final Map<Class<?>, String> DEFINITIONS = Map.ofEntries(
            Map.entry(Plan.class, "plan"),
            Map.entry(Plan.HostPlan.class, "host"),
            Map.entry(Plan.ServerPlan.class, "server"),
            Map.entry(Plan.ServicePlan.class, "service"),
            Map.entry(Plan.ServiceInstance.class, "instance"),
            Map.entry(Plan.ProcessPlan.class, "process"),
            Map.entry(Plan.Partner.class, "partner"),
            Map.entry(CallTree.class, "callTree"),
            Map.entry(Plan.WorkloadPlan.class, "workload"),
            Map.entry(Plan.Origin.class, "origin"),
            Map.entry(Plan.CasePlan.class, "case"),
            Map.entry(Plan.Schedule.class, "schedule"),
            Map.entry(Plan.ClientPlan.class, "client"),
            Map.entry(Plan.PathPlan.class, "messagePath"),
            Map.entry(Plan.ObjectivePlan.class, "objective"),
            Map.entry(Plan.EventPlan.class, "event"),
            Map.entry(Plan.CheckPlan.class, "check"),
            Map.entry(Plan.Execution.class, "execution"),
            Map.entry(Plan.MetricPlan.class, "metric"),
            Map.entry(Target.class, "target"),
            Map.entry(Plan.PublishedPlan.class, "published"),
            Map.entry(Plan.PublishedNumbers.class, "publishedNumbers"));

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path temp;

    private static JsonNode schemaText() throws IOException {
        return MAPPER.readTree(Path.of("../metamodel/plan/src/main/resources/io/soabench/plan/plan.schema.json")
                .toFile());
    }

    private static JsonSchema schema() throws IOException {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schemaText());
    }

    @Test
    void shouldHaveEveryFieldOfEveryRecord() throws IOException {
        JsonNode definitions = schemaText().get("$defs");
        for (Map.Entry<Class<?>, String> each : DEFINITIONS.entrySet()) {
            Set<String> fields = new TreeSet<>(Arrays.stream(each.getKey().getRecordComponents())
                    .map(RecordComponent::getName)
                    .toList());
            Set<String> described = new TreeSet<>();
            definitions.get(each.getValue()).get("properties").fieldNames().forEachRemaining(described::add);
            assertThat(described).as(each.getValue()).isEqualTo(fields);
        }
        assertThat(DEFINITIONS.keySet())
                .containsAll(Arrays.stream(Plan.class.getDeclaredClasses())
                        .filter(Class::isRecord)
                        .toList());
    }

    @Test
    void shouldAcceptAProducedPlanAndRefuseAWrongOne() throws IOException {
        ModelFixture model = new ModelFixture(temp.resolve("model"));
        model.publish("process,workload,max_s,avg_s,note\nSequential,office,3.967,0.622,\nFlowNoDep,web,,,stopped\n");
        Path compiled = temp.resolve("compiled");
        new TestbedCompiler().compile(model.testbed, Set.of(), ModelFixture.types(), compiled, OptionalLong.empty());
        JsonNode plan = MAPPER.readTree(compiled.resolve("plan.json").toFile());

        assertThat(schema().validate(plan)).isEmpty();
        assertThat(Json.read(compiled.resolve("plan.json"), Plan.class).published())
                .containsExactly(new Plan.PublishedPlan(
                        "Engine 1.0",
                        "A paper, table 2",
                        List.of(
                                new Plan.PublishedNumbers("Sequential", "office", 3967.0, null, 622.0, null, ""),
                                new Plan.PublishedNumbers("FlowNoDep", "web", null, null, null, null, "stopped"))));
        assertThat(Files.mismatch(
                        compiled.resolve("plan.schema.json"),
                        Path.of("../metamodel/plan/src/main/resources/io/soabench/plan/plan.schema.json")))
                .isEqualTo(-1);

        ((ObjectNode) plan.get("cases").get(0).get("schedule")).put("repetitions", 0);
        ((ObjectNode) plan).put("surplus", 1);
        assertThat(schema().validate(plan)).hasSize(2);
    }
}
