package io.soabench.engine.server.deploy;

import io.soabench.contracts.source.Problem;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.server.request.Service;
import java.util.List;

/**
 * A process that is deployed, for the admin interface.
 *
 * @param deployment what runs
 * @param definition what it was compiled from; its schemas are for one thread at a time
 * @param services where it is offered
 * @param url address of the first of them
 * @param warnings problems that become faults at run time, and what was accepted, each once, sorted by place
 */
public record DeployedProcess(
        Deployment deployment,
        ProcessDefinition definition,
        List<Service> services,
        String url,
        List<Problem> warnings) {
    /** Copies the lists. */
    public DeployedProcess {
        services = List.copyOf(services);
        warnings = Problem.merged(warnings);
    }

    /** Where an operation is offered. */
    public String url(ServiceOperation operation) {
        return deployment.ownAddress(operation.partnerLink());
    }

    /** The operations offered. */
    public List<ServiceOperation> operations() {
        return deployment.program().provided();
    }
}
