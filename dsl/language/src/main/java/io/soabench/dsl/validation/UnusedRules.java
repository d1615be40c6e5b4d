package io.soabench.dsl.validation;

import io.soabench.model.CaseExpansion;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.EventType;
import io.soabench.model.testbed.Latency;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.Schedule;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.TextValue;
import io.soabench.model.testbed.Value;
import io.soabench.model.testbed.WordValue;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.eclipse.xtext.validation.Check;

/** Rules for unused declarations. A file without suites is a library, so its declarations do not count as unused. */
public final class UnusedRules extends Rules {

    /** Checks that each declaration is used by another one or by a case. */
    @Check
    public void unused(Testbed testbed) {
        WholeTestbed whole = whole(testbed);
        if (testbed.getElements().stream().noneMatch(TestSuite.class::isInstance)) {
            return;
        }
        Set<EObject> used = used(whole);
        for (TestbedElement element : testbed.getElements()) {
            if (element instanceof NamedElement named && mayBeUnused(element) && !used.contains(element)) {
                warning(
                        IssueCode.UNUSED,
                        NameRules.word(named) + " \"" + named.getName()
                                + "\" is not used; use it in a case or remove it",
                        named,
                        TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            }
        }
    }

    private static boolean mayBeUnused(TestbedElement element) {
        return !(element instanceof Schedule
                || element instanceof ServerType
                || element instanceof MetricType
                || element instanceof EventType
                || (element instanceof Server server
                        && (!known(server.getType()) || ServerRules.onlyServes(server.getType()))));
    }

    private static Set<EObject> used(WholeTestbed whole) {
        Set<EObject> used = new HashSet<>();
        EcoreUtil.CrossReferencer.find(whole.files()).forEach((element, users) -> {
            // That a network leads to a host is no use of it.
            if (!users.stream().allMatch(user -> user.getEObject() instanceof Latency)) {
                used.add(element);
            }
        });
        for (TestSuite suite : whole.all(TestSuite.class)) {
            for (TestCase testCase : suite.getCases()) {
                used.addAll(CaseExpansion.engines(whole, testCase));
                used.addAll(CaseExpansion.targets(whole, testCase));
                used.addAll(CaseExpansion.workloads(whole, testCase));
                used.addAll(CaseExpansion.clientHosts(whole, testCase));
            }
        }
        whole.servers().stream()
                .filter(server -> known(server.getType()) && mayBeNamed(server.getType()) && named(server, whole))
                .forEach(used::add);
        return used;
    }

    /** Returns whether parameters of other servers name servers of a type: registries, and types without a role, as databases are. */
    private static boolean mayBeNamed(ServerType type) {
        return type.isRegistersServices() || (!type.isRunsProcesses() && !type.isServesServices());
    }

    /** Returns whether a server uses that one. A parameter names it as a text or word, since it may also be an address. */
    private static boolean named(Server named, WholeTestbed whole) {
        return whole.servers().stream()
                .flatMap(server -> server.getParameters().stream())
                .map(ParameterValue::getValue)
                .anyMatch(value -> named.getName().equals(written(value)));
    }

    private static String written(Value value) {
        if (value instanceof WordValue word) {
            return word.getWord();
        }
        return value instanceof TextValue text ? text.getText() : null;
    }
}
