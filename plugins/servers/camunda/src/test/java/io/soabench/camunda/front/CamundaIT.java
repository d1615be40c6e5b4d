package io.soabench.camunda.front;

import io.soabench.bpmn.BpmnEngineContract;
import java.util.Map;

/** Camunda 7 as each BPMN engine must be. */
class CamundaIT extends BpmnEngineContract {

    @Override
    protected String main() {
        return "io.soabench.camunda.front.CamundaMain";
    }

    @Override
    protected Map<String, String> options() {
        return Map.of(
                "--history", "none",
                "--profile", "tuned",
                "--connections", "20",
                "--job-core", "8",
                "--job-max", "8",
                "--jobs-per-acquisition", "16",
                "--job-wait", "100");
    }
}
