package io.soabench.flowable.front;

import io.soabench.bpmn.BpmnEngineContract;
import java.util.Map;

/** Flowable as each BPMN engine must be. */
class FlowableIT extends BpmnEngineContract {

    @Override
    protected String main() {
        return "io.soabench.flowable.front.FlowableMain";
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("--history", "none", "--profile", "tuned", "--connections", "20", "--job-wait", "100");
    }
}
