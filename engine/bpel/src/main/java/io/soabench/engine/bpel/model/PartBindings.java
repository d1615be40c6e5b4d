package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Part;
import io.soabench.engine.bpel.syntax.FromPart;
import io.soabench.engine.bpel.syntax.ToPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A resolver of the references of {@code fromParts} and {@code toParts}. */
final class PartBindings {
    private final Build build;

    PartBindings(Build build) {
        this.build = build;
    }

    List<PartBinding> from(
            List<FromPart> fromParts, boolean present, Optional<Message> message, Location place, Names names) {
        checkEmpty("fromParts", present, message, place);
        List<PartBinding> bindings = new ArrayList<>();
        for (FromPart from : fromParts) {
            bind(from.part(), from.toVariable(), "SA00053", message, from.location(), names)
                    .ifPresent(bindings::add);
        }
        return bindings;
    }

    List<PartBinding> to(
            List<ToPart> toParts, boolean present, Optional<Message> message, Location place, Names names) {
        checkEmpty("toParts", present, message, place);
        List<PartBinding> bindings = new ArrayList<>();
        for (ToPart to : toParts) {
            bind(to.part(), to.fromVariable(), "SA00054", message, to.location(), names)
                    .ifPresent(bindings::add);
        }
        if (present && message.isPresent()) {
            message.get().parts().stream()
                    .filter(part -> toParts.stream().noneMatch(to -> to.part().equals(part.name())))
                    .forEach(part -> build.problem(
                            "SA00050",
                            place,
                            "'toParts' has no 'toPart' for part '" + part.name() + "' of message '"
                                    + message.get().name() + "'"));
        }
        return bindings;
    }

    private void checkEmpty(String element, boolean present, Optional<Message> message, Location place) {
        if (present && message.isPresent() && message.get().parts().isEmpty()) {
            build.problem(
                    "SA00047", place, "message '" + message.get().name() + "' has no parts; remove '" + element + "'");
        }
    }

    private Optional<PartBinding> bind(
            String partName, String variableName, String code, Optional<Message> message, Location place, Names names) {
        Optional<Variable> variable = names.variable(variableName);
        if (variable.isEmpty()) {
            build.problem(
                    build.isEventVariable(variableName) ? "SA00095" : "BPEL-VARIABLE",
                    place.attribute("toVariable").attribute("fromVariable"),
                    "variable '" + variableName + "' is not declared here; declare it or correct the name");
        }
        Optional<Part> part = message.flatMap(m -> m.part(partName));
        if (message.isPresent() && part.isEmpty()) {
            build.problem(
                    code,
                    place.attribute("part"),
                    "message '" + message.get().name() + "' has no part '" + partName + "'; correct the name");
        }
        variable.ifPresent(v -> checkVariable(v, partName, place));
        return part.flatMap(p -> variable.map(v -> new PartBinding(p, v)));
    }

    private void checkVariable(Variable variable, String partName, Location place) {
        if (variable.type() instanceof MessageType type) {
            build.problem(
                    "SA00043",
                    place,
                    "variable '" + variable.name() + "' holds a whole message '" + type.name() + "', which part '"
                            + partName + "' cannot be");
        }
    }
}
