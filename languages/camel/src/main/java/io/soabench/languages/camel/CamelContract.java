package io.soabench.languages.camel;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.languages.MessageContract;
import io.soabench.languages.PartnerCall;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The comparison of routes with a contract: operations, partners, and values by their names. */
final class CamelContract {

    static final String CODE = "CAMEL-CONTRACT";

    private CamelContract() {}

    /** Returns where a file breaks the contract, sorted. */
    static List<Problem> problems(CamelDocument document, MessageContract contract) {
        Problems problems = new Problems();
        boolean taken = false;
        for (CamelRoute route : document.routes()) {
            if (route.isClients() && !route.from().path().equals(contract.operation())) {
                problems.add(
                        CODE,
                        route.from().location(),
                        "a route takes operation \"" + route.from().path() + "\"; clients call \""
                                + contract.operation() + "\"");
            }
            taken |= route.isClients();
        }
        document.calls().forEach(call -> partner(call, contract, problems));
        List<CamelEndpoint> answers = document.answers();
        for (CamelEndpoint each : answers) {
            if (contract.answer().isEmpty()) {
                problems.add(
                        CODE,
                        each.location(),
                        "a step answers the client, whose operation \"" + contract.operation()
                                + "\" is one-way; remove the answer");
            } else {
                values(each, contract.answer().get(), "the answer", problems);
            }
        }
        if (taken && answers.isEmpty() && contract.answer().isPresent()) {
            problems.add(
                    CODE,
                    Location.of(document.file()),
                    "no step answers the client; add a step \"to\" with uri: client:answer and parameters for "
                            + list(contract.answer().get()));
        }
        return problems.list();
    }

    private static void partner(CamelEndpoint endpoint, MessageContract contract, Problems problems) {
        PartnerCall call = endpoint.call();
        Map<String, List<String>> operations = contract.partners().get(call.partner());
        if (operations == null) {
            problems.add(
                    CODE,
                    call.location(),
                    "\"" + call.partner() + "\" is no partner of the process; its partners are "
                            + list(new TreeSet<>(contract.partners().keySet())));
        } else if (call.operation().isEmpty()) {
            problems.add(
                    CODE,
                    call.location(),
                    "partner \"" + call.partner() + "\" is called without the name of an operation; write uri: partner:"
                            + call.partner() + "/"
                            + operations.keySet().stream().findFirst().orElse("<operation>"));
        } else if (!operations.containsKey(call.operation())) {
            problems.add(
                    CODE,
                    call.location(),
                    "partner \"" + call.partner() + "\" has no operation \"" + call.operation() + "\"; it has "
                            + list(new TreeSet<>(operations.keySet())));
        } else {
            values(
                    endpoint,
                    operations.get(call.operation()),
                    "the request of operation \"" + call.operation() + "\"",
                    problems);
        }
    }

    private static void values(CamelEndpoint endpoint, List<String> names, String message, Problems problems) {
        for (String name : names) {
            if (!endpoint.parameters().contains(name)) {
                problems.add(
                        CODE, endpoint.location(), message + " has a value \"" + name + "\"; add a parameter for it");
            }
        }
        for (String parameter : endpoint.parameters()) {
            if (!names.contains(parameter)) {
                problems.add(
                        CODE,
                        endpoint.location(),
                        message + " has no value \"" + parameter + "\"; its values are " + list(names));
            }
        }
    }

    private static String list(Collection<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
