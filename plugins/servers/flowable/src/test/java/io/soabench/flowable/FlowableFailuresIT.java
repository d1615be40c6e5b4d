package io.soabench.flowable;

import io.soabench.bpmn.BpmnFailureContract;
import io.soabench.driver.Driver;
import io.soabench.driver.run.DriverSettings;
import io.soabench.local.LocalDriver;
import io.soabench.plan.HostClock;
import io.soabench.plugin.Engine;
import java.util.List;

/** Flowable that fails as a case of a run. */
class FlowableFailuresIT extends BpmnFailureContract {

    @Override
    protected Engine type() {
        return new FlowableServerType();
    }

    @Override
    protected Driver driver(DriverSettings settings) {
        return new LocalDriver(List.of(), settings, HostClock.system());
    }

    @Override
    protected List<String> refusal() {
        return List.of("the engine refuses bpmn/alone.bpmn: ", "targetRef", "8");
    }
}
