package io.soabench.start;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import java.util.List;
import java.util.stream.Collectors;

/** The operation that a first load calls, where there are several. */
final class Called {

    private Called() {}

    /** The first one that answers, else the first; the others are told. */
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
