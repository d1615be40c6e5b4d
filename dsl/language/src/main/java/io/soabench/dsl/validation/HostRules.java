package io.soabench.dsl.validation;

import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.TestbedPackage;
import java.util.List;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Rules for hosts. */
public final class HostRules extends Rules {

    private static final List<EStructuralFeature> NEED_ADDRESS = List.of(
            TestbedPackage.Literals.HOST__PORT,
            TestbedPackage.Literals.HOST__USER,
            TestbedPackage.Literals.HOST__KEY,
            TestbedPackage.Literals.HOST__JUMP);

    /** Checks that the port of the SSH server is a port. */
    @Check
    public void port(Host host) {
        port(host.getPort(), "port of host \"" + host.getName() + "\"", host, TestbedPackage.Literals.HOST__PORT);
    }

    /** Checks that log-in settings are used only with an address. */
    @Check
    public void address(Host host) {
        for (EStructuralFeature feature : NEED_ADDRESS) {
            if (host.getAddress() == null && host.eIsSet(feature)) {
                error(
                        IssueCode.HOST_ADDRESS_MISSING,
                        "host \"" + host.getName() + "\" has a " + feature.getName()
                                + " but no address; add: address \"…\", or remove it if this machine is meant",
                        host,
                        feature);
            }
        }
    }

    /** Checks that an address is not empty. */
    @Check
    public void notEmpty(Host host) {
        if (host.getAddress() != null
                && (host.getAddress().isBlank() || host.getAddress().startsWith("-"))) {
            error(
                    IssueCode.HOST_ADDRESS_MISSING,
                    "\"" + host.getAddress() + "\" is no address of host \"" + host.getName()
                            + "\"; write a name or an IP address, or nothing if this machine is meant",
                    host,
                    TestbedPackage.Literals.HOST__ADDRESS);
        }
    }
}
