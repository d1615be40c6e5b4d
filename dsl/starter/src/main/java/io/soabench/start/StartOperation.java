package io.soabench.start;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The operation that the first load of a testbed calls, chosen from those of a contract. */
final class StartOperation {

    /** The greatest number of port types that a note lists. */
    private static final int MOST_LISTED = 10;

    private StartOperation() {}

    /**
     * Returns the first operation of a port type with an answer, else the first one. Notes get a sentence that names the others,
     * and one that names the other port types of the contract.
     */
    static Operation of(PortType type, WsdlDefinitions contract, List<String> notes) {
        List<String> left = left(type, contract);
        if (!left.isEmpty()) {
            notes.add("the testbed is about port type \"" + type.name().getLocalPart() + "\"; it leaves out "
                    + left.stream().limit(MOST_LISTED).collect(Collectors.joining(", "))
                    + (left.size() > MOST_LISTED ? " and " + (left.size() - MOST_LISTED) + " more" : "")
                    + " of the same contract");
        }
        Operation chosen = type.operations().stream()
                .filter(Operation::isRequestResponse)
                .findFirst()
                .orElse(type.operations().get(0));
        if (type.operations().size() > 1) {
            notes.add("clients call \"" + chosen.name() + "\" here; "
                    + type.name().getLocalPart() + " has also "
                    + type.operations().stream()
                            .filter(each -> !each.equals(chosen))
                            .map(each -> "\"" + each.name() + "\"")
                            .collect(Collectors.joining(", ")));
        }
        return chosen;
    }

    /** Returns the other port types that clients can call: those of ports with a SOAP binding, or all where there is no such port. */
    private static List<String> left(PortType chosen, WsdlDefinitions contract) {
        List<PortType> bound = contract.services().stream()
                .flatMap(service -> service.ports().stream())
                .flatMap(port -> port.binding().stream())
                .filter(binding -> binding.soap() != Soap.NONE)
                .flatMap(binding -> binding.portType().stream())
                .toList();
        Collection<PortType> all = bound.isEmpty() ? contract.portTypes() : bound;
        return all.stream()
                .filter(each ->
                        !each.name().equals(chosen.name()) && !each.operations().isEmpty())
                .map(each -> "\"" + each.name().getLocalPart() + "\"")
                .distinct()
                .toList();
    }
}
