package io.soabench.model;

import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cell of the matrix of a test case.
 *
 * @param name unique in the testbed, also when case is ignored; letters, digits, dots, hyphens and underscores; fit for
 *     a file name
 * @param suite the suite of the case
 * @param testCase the case that stands for this one
 * @param server the engine that runs the process, or the server that serves the service; empty for a black-box process
 * @param targets the called processes or service: one, or the processes that the workload names, in its order; at least
 *     one
 * @param workload the work of the clients
 * @param clientHosts where the clients run, at least one if the testbed has a host
 * @param placements of each service that has one, the server that serves it in this case
 */
public record ExpandedCase(
        String name,
        TestSuite suite,
        TestCase testCase,
        Optional<Server> server,
        List<Invocable> targets,
        Workload workload,
        List<Host> clientHosts,
        Map<Service, Server> placements) {

    /** Returns whether the case is measured once more under another name, because its suite has {@code aa on} its server. */
    public boolean hasTwin() {
        return server.filter(suite.getTwins()::contains).isPresent();
    }
}
