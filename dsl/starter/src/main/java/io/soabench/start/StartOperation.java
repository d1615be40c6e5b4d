package io.soabench.start;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import java.util.List;
import java.util.stream.Collectors;

/** The operation that the first load of a testbed calls, chosen from those of a port type. */
final class StartOperation {

    private StartOperation() {}

    /** Returns the first operation with an answer, else the first one. Notes get a sentence that names the others. */
    static Operation of(PortType type, List<String> notes) {
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
}
