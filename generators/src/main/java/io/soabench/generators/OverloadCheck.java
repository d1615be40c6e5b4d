package io.soabench.generators;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.generators.reading.MockedService;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.MockPlan.MockOperation;
import io.soabench.plugin.MockHost;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A check that operations of one name differ in the element of the body or in the action, as mocks need it. */
final class OverloadCheck {

    private OverloadCheck() {}

    /** Adds a problem for a service with overloaded operations that its hosts cannot serve. */
    static void check(MockedService service, List<MockHost> hosts, ProblemCollector problems) {
        List<String> overloaded = service.operations().stream()
                .map(SoapOperation::operation)
                .filter(operation -> !operation.name().equals(operation.writtenName()))
                .map(Operation::name)
                .toList();
        if (overloaded.isEmpty()) {
            return;
        }
        Optional<MockHost> host =
                hosts.stream().filter(each -> !each.servesOverloads()).findFirst();
        Map<List<String>, String> before = new HashMap<>();
        for (MockOperation each : service.folder().operations()) {
            String other = before.putIfAbsent(List.of(each.inputElement(), each.soapAction()), each.name());
            if (other != null && overloaded.contains(each.name())) {
                problem(
                        service,
                        "operations \"" + other + "\" and \"" + each.name()
                                + "\" have one element in the body and one SOAPAction, so that requests cannot be assigned to one of them;"
                                + " give each its own SOAPAction",
                        problems);
            }
        }
        host.ifPresent(each -> problem(
                service,
                "operation \"" + overloaded.get(0) + "\" is overloaded, which servers of type \"" + each.name()
                        + "\" do not serve; let a server of type \"lean\" serve it",
                problems));
    }

    private static void problem(MockedService service, String sentence, ProblemCollector problems) {
        problems.add(
                IssueCode.OPERATION_AMBIGUOUS,
                service.model().getType(),
                Literals.SERVICE_TYPE__WSDL,
                "service \"" + service.name() + "\": the " + sentence);
    }
}
