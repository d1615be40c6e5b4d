package io.soabench.engine.server.deploy;

import io.soabench.contracts.source.Problem;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.server.request.Service;
import java.util.List;

/**
 * A deployed process, for the admin interface. Immutable.
 *
 * @param deployment the deployment in the kernel
 * @param definition the definition that it was compiled from; its schemas are for one thread at a time
 * @param services the services of its paths
 * @param url the address of the first of them
 * @param warnings problems that become faults at run time, and accepted deviations from the standard; each once, sorted
 *     by place
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

    /** Returns the address of an operation. */
    public String url(ServiceOperation operation) {
        return deployment.ownAddress(operation.partnerLink());
    }

    /** Returns the operations that the process provides. */
    public List<ServiceOperation> operations() {
        return deployment.program().provided();
    }
}
