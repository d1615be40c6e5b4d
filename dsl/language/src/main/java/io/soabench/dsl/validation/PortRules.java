package io.soabench.dsl.validation;

import io.soabench.model.ServerSettings;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.PortDeclaration;
import io.soabench.model.testbed.PortValue;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedPackage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.xtext.validation.Check;

/** Rules for ports. Servers that run at the same time listen on different ports. */
public final class PortRules extends Rules {

    /** Checks that a number is that of a port, and no port is set twice. */
    @Check
    public void values(Server server) {
        Set<PortDeclaration> seen = new HashSet<>();
        for (PortValue value : server.getPorts()) {
            port(
                    value.getNumber(),
                    "port of server \"" + server.getName() + "\"",
                    value,
                    TestbedPackage.Literals.PORT_VALUE__NUMBER);
            if (known(value.getPort()) && !seen.add(value.getPort())) {
                error(
                        IssueCode.PARAMETER_TWICE,
                        "server \"" + server.getName() + "\" sets port \""
                                + value.getPort().getName() + "\" more than once; remove one",
                        value,
                        TestbedPackage.Literals.PORT_VALUE__PORT);
            }
        }
    }

    /** Checks that the usual number of a declared port is that of a port. */
    @Check
    public void declaration(PortDeclaration declaration) {
        port(
                declaration.getNumber(),
                "number of port \"" + declaration.getName() + "\"",
                declaration,
                TestbedPackage.Literals.PORT_DECLARATION__NUMBER);
    }

    /** Checks that servers that run at the same time use different ports. Two engines never do, so they may share ports. */
    @Check
    public void clash(Server server) {
        if (!known(server.getType()) || !known(server.getHost())) {
            return;
        }
        List<Integer> own = new ArrayList<>();
        ServerSettings.ports(server).values().forEach(port -> {
            if (own.contains(port)) {
                error(
                        IssueCode.PORT_CLASH,
                        "server \"" + server.getName() + "\" would listen twice on " + port
                                + "; give one of its ports another number",
                        server,
                        TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            }
            own.add(port);
        });
        Map<Integer, List<Server>> listening =
                once("ports", server, () -> listening(whole(server).servers()));
        Set<Server> others = new LinkedHashSet<>();
        own.forEach(port -> others.addAll(listening.getOrDefault(port, List.of())));
        for (Server other : others) {
            if (other == server) {
                return;
            }
            if (together(server, other)) {
                clash(other, server, own);
            }
        }
    }

    /** Returns the servers that listen on each port, in the order of the model. */
    private static Map<Integer, List<Server>> listening(List<Server> servers) {
        Map<Integer, List<Server>> listening = new HashMap<>();
        for (Server server : servers) {
            if (known(server.getType())) {
                ServerSettings.ports(server).values().stream().distinct().forEach(port -> listening
                        .computeIfAbsent(port, any -> new ArrayList<>())
                        .add(server));
            }
        }
        return listening;
    }

    private void clash(Server first, Server second, List<Integer> ports) {
        for (Map.Entry<String, Integer> port : ServerSettings.ports(first).entrySet()) {
            if (ports.contains(port.getValue())) {
                error(
                        IssueCode.PORT_CLASH,
                        "servers \"" + first.getName() + "\" and \"" + second.getName() + "\" on host \""
                                + second.getHost().getName() + "\" would both listen on " + port.getValue()
                                + "; give one of them another port",
                        second,
                        TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            }
        }
    }

    private static boolean together(Server one, Server other) {
        return known(other.getType())
                && known(other.getHost())
                && sameMachine(one.getHost(), other.getHost())
                && !(one.getType().isRunsProcesses() && other.getType().isRunsProcesses());
    }

    private static boolean sameMachine(Host one, Host other) {
        return one == other || Objects.equals(one.getAddress(), other.getAddress());
    }
}
