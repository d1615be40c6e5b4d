package io.soabench.dsl.validation;

import io.soabench.dsl.words.Spelling;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.DeployPlan;
import io.soabench.model.testbed.NewServiceInstance;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage;
import java.util.Objects;
import java.util.Set;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.validation.Check;

/** Rules for servers: their versions, services and parameters. */
public final class ServerRules extends Rules {

    private static final String VERSION = "([\\w.-]+:[\\w.-]+:)?\\w[\\w.+-]*";

    /** Checks that a version is one that Maven can look for. */
    @Check
    public void version(Server server) {
        if (server.getVersion() != null && !server.getVersion().matches(VERSION)) {
            error(
                    IssueCode.SERVER_VERSION,
                    "\"" + server.getVersion()
                            + "\" is no version; write it as in \"1.2.3\", or the Maven coordinates of another"
                            + " program as in \"com.example:engine:1.2.3\"",
                    server,
                    TestbedPackage.Literals.SERVER__VERSION);
        }
    }

    /** Checks that only servers of a type that serves services have services, and each service has one server. */
    @Check
    public void services(Server server) {
        if (!known(server.getType())) {
            return;
        }
        for (int i = 0; i < server.getServices().size(); i++) {
            Service service = server.getServices().get(i);
            if (!known(service)) {
                continue;
            }
            if (!server.getType().isServesServices()) {
                error(
                        IssueCode.SERVER_DOES_NOT_SERVE,
                        "server \"" + server.getName() + "\" of type \""
                                + server.getType().getName()
                                + "\" cannot serve service \"" + service.getName() + "\"; let "
                                + candidates(whole(server)) + " serve it",
                        server,
                        TestbedPackage.Literals.SERVER__SERVICES,
                        i);
            } else if (server.getServices().indexOf(service) == i) {
                servedBefore(server, service, i);
            }
        }
    }

    private void servedBefore(Server server, Service service, int index) {
        Server first = whole(server).served().get(service);
        if (first != server) {
            error(
                    IssueCode.SERVICE_SERVED_TWICE,
                    "servers \"" + first.getName() + "\" and \"" + server.getName() + "\" both serve \""
                            + service.getName()
                            + "\"; keep one, and use deploy { … } in the cases that want the other",
                    server,
                    TestbedPackage.Literals.SERVER__SERVICES,
                    index);
        }
    }

    /** Names of the servers that can serve services, for messages. */
    static String candidates(WholeTestbed whole) {
        String names = quoted(whole.servers().stream()
                .filter(server -> known(server.getType()) && server.getType().isServesServices())
                .map(Server::getName)
                .toList());
        return names.isEmpty() ? "a server of a type that serves services" : names;
    }

    /** Checks that a server of a type that only serves services has some. */
    @Check
    public void servesNothing(Server server) {
        if (!onlyServes(server.getType()) || !server.getServices().isEmpty() || triesToServe(server)) {
            return;
        }
        WholeTestbed whole = whole(server);
        boolean placed = whole.all(TestSuite.class).stream()
                .flatMap(suite -> suite.getCases().stream())
                .map(TestCase::getDeployPlan)
                .filter(Objects::nonNull)
                .map(DeployPlan::getPlacements)
                .anyMatch(placements -> placements.stream().anyMatch(placement -> placement.getServer() == server));
        boolean expected = whole.all(NewServiceInstance.class).stream().anyMatch(event -> event.getServer() == server);
        if (!placed && !expected && !whole.all(TestSuite.class).isEmpty()) {
            error(
                    IssueCode.SERVER_SERVES_NOTHING,
                    "server \"" + server.getName()
                            + "\" serves no service; add: serves <service>, or remove the server",
                    server,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        }
    }

    /**
     * Returns whether an unknown parameter of a server was probably meant as "serves". Only the parameter is
     * reported then.
     */
    static boolean triesToServe(Server server) {
        return server.getParameters().stream()
                .filter(value -> !known(value.getParameter()))
                .flatMap(value ->
                        NodeModelUtils.findNodesForFeature(value, TestbedPackage.Literals.PARAMETER_VALUE__PARAMETER)
                                .stream())
                .anyMatch(node -> !Spelling.nearest(NodeModelUtils.getTokenText(node), Set.of("serves"))
                        .isEmpty());
    }

    /** Returns whether servers of a type can do nothing but serve services. */
    static boolean onlyServes(ServerType type) {
        return known(type) && type.isServesServices() && !type.isRunsProcesses() && !type.isRegistersServices();
    }
}
