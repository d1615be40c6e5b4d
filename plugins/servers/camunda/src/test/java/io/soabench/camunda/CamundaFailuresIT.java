package io.soabench.camunda;

import io.soabench.bpmn.BpmnFailureContract;
import io.soabench.driver.Driver;
import io.soabench.driver.run.DriverSettings;
import io.soabench.local.LocalDriver;
import io.soabench.plan.HostClock;
import io.soabench.plugin.Engine;
import io.soabench.plugin.ServerTypes;
import java.util.List;

/**
 * Camunda 7, or the fork of it that the property {@code soabench.engine} names, as a case of a run that fails. The build starts the forks with class
 * paths of their own.
 */
class CamundaFailuresIT extends BpmnFailureContract {

    @Override
    protected Engine type() {
        return (Engine)
                ServerTypes.load(getClass().getClassLoader()).get(System.getProperty("soabench.engine", "camunda"));
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
