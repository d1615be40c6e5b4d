package io.soabench.dsl.validation;

import io.soabench.model.CaseExpansion;
import io.soabench.model.Clients;
import io.soabench.model.WholeTestbed;
import io.soabench.model.WorkloadConnections;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.ClosedWorkload;
import io.soabench.model.testbed.Connections;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Workload;
import java.util.Optional;
import org.eclipse.xtext.validation.Check;

/** Rules for the connections of clients. Each client host has at least one, and a limit can be reached. */
public final class ConnectionRules extends Rules {

    /** Checks that there is at least one connection. */
    @Check
    public void connections(Connections connections) {
        atLeastOne(
                connections.getMost(), "number of connections", connections, TestbedPackage.Literals.CONNECTIONS__MOST);
    }

    /** Checks that no class sets connections, because all clients of a workload share them. */
    @Check
    public void ofClass(ClientClass clients) {
        if (clients.getName() != null && clients.getConnections() != null) {
            error(
                    IssueCode.CONNECTIONS_OF_CLASS,
                    "class \"" + clients.getName()
                            + "\" sets connections, but all classes of a workload share theirs; write it beside"
                            + " the classes: connections "
                            + WorkloadConnections.words(clients.getConnections()) + " class " + clients.getName()
                            + " { … }",
                    clients,
                    TestbedPackage.Literals.CLIENT_CLASS__CONNECTIONS);
        }
    }

    /** Checks that a limit, which all client hosts share, can make a client wait. */
    @Check
    public void limit(Workload workload) {
        Optional<Connections> settings = WorkloadConnections.of(workload);
        Integer most = settings.map(Connections::getMost).orElse(null);
        if (most == null || most < 1) {
            return;
        }
        WholeTestbed whole = whole(workload);
        for (TestSuite suite : whole.suites()) {
            for (TestCase each : suite.getCases()) {
                int hosts = CaseExpansion.clientHosts(whole, each).size();
                if (CaseExpansion.workloads(whole, each).contains(workload) && hosts > most) {
                    error(
                            IssueCode.CONNECTIONS_TOO_FEW,
                            "the clients of workload \"" + workload.getName() + "\" run on " + hosts
                                    + " hosts in suite \"" + suite.getName() + "\", but have "
                                    + (most == 1 ? "1 connection" : most + " connections")
                                    + " in all; give each host at least one: connections at most " + hosts,
                            settings.get(),
                            TestbedPackage.Literals.CONNECTIONS__MOST);
                    return;
                }
            }
        }
        if (workload instanceof ClosedWorkload && most >= clients(workload)) {
            warning(
                    IssueCode.CONNECTIONS_NEEDLESS,
                    "no request ever waits for one of the " + most + " connections, because workload \""
                            + workload.getName() + "\" has " + clients(workload)
                            + " clients, which have one request under way each; allow fewer, or leave it out",
                    settings.get(),
                    TestbedPackage.Literals.CONNECTIONS__MOST);
        }
    }

    private static int clients(Workload workload) {
        return workload.getClasses().stream().mapToInt(Clients::most).sum();
    }
}
