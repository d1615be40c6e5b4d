package io.soabench.bpmn.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.bpmn.BpmnEngineContract;
import io.soabench.messages.LibraryEngineContract;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The front without an engine answers as library engines do, where tasks stand in a row. */
class ChainIT extends LibraryEngineContract {

    @Override
    protected String main() {
        return ChainMain.class.getName();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of();
    }

    @Override
    protected String processFile() {
        return "process.bpmn";
    }

    @Override
    protected String ending() {
        return ".bpmn";
    }

    @Override
    protected Class<?> files() {
        return BpmnEngineContract.class;
    }

    @Test
    void shouldRefuseParallelBranches() throws Exception {
        HttpResponse<String> refused = server().deploy("FlowNoDep", "flow-no-dep-async.bpmn");

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("the front cannot run process.bpmn: <parallelGateway>");
    }
}
