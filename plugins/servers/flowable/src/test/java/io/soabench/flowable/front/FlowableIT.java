package io.soabench.flowable.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.bpmn.BpmnEngineContract;
import io.soabench.messages.EngineFixture;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Flowable as each BPMN engine must be, and with futures, which only it has. */
class FlowableIT extends BpmnEngineContract {

    @Override
    protected String main() {
        return "io.soabench.flowable.front.FlowableMain";
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("--history", "none", "--profile", "tuned", "--connections", "20", "--job-wait", "100");
    }

    /** The partner answers the first of five calls when the fifth has come. */
    @Test
    void shouldMakeTheCallsOfOneTransactionAtOnceByFutures() throws Exception {
        try (EngineFixture other = engine(Map.of("--parallel-calls", "true"))) {
            other.ready();
            String oneTransaction =
                    other.file("flow-no-dep-async.bpmn").replaceAll(" camunda:(asyncBefore|exclusive)=\"[a-z]*\"", "");
            assertThat(other.deployText("FlowNoDep", oneTransaction).statusCode())
                    .isEqualTo(201);

            assertThat(other.order("FlowNoDep", "together1").body()).contains(">15</sum>");
            assertThat(other.order("FlowNoDep", "together2").body()).contains(">15</sum>");

            assertThat(other.calls().get("together1")).containsExactlyInAnyOrder("1", "2", "3", "4", "5");
            assertThat(other.statistic("sqlChanges"))
                    .as("statements for the deployment alone")
                    .isEqualTo(changes(other));
            assertThat(other.order("FlowNoDep", "broken").statusCode()).isEqualTo(500);
        }
    }

    /** Returns the changes so far, after one more instance that must add none. */
    private static long changes(EngineFixture engine) throws Exception {
        assertThat(engine.order("FlowNoDep", "together3").body()).contains(">15</sum>");
        return engine.statistic("sqlChanges");
    }

    @Test
    void shouldRefuseAnExpressionThatGoesOnAfterACallWithFutures() throws Exception {
        try (EngineFixture other = engine(Map.of("--parallel-calls", "true"))) {
            other.ready();
            HttpResponse<String> refused = other.deployText(
                    "Sum", other.file("sequential.bpmn").replaceFirst("(quote\\.call\\([^)]*\\))", "$1 + 1"));

            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("an expression is a call alone");
        }
    }
}
