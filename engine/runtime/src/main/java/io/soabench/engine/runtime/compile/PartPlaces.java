package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.HeaderBinding;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.MessageBinding;
import io.soabench.contracts.wsdl.Part;
import io.soabench.engine.runtime.kernel.MessageShape.Place;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of a message that lie in the body, and those in the header (WSDL 1.1, sections 3.5 and 3.7). Without
 * {@code parts} at {@code soap:body}, all parts that are in no header lie in the body. Headers with parts of other
 * messages are neither written nor expected, since a process does not have such a message.
 */
final class PartPlaces {
    /** The code of a binding without support in this engine. */
    static final String BINDING = "BINDING";

    private final Message message;
    private final Problems problems;
    private final Map<String, Place> places = new HashMap<>();

    PartPlaces(Message message, Optional<MessageBinding> binding, Location place, Problems problems) {
        this.message = message;
        this.problems = problems;
        boolean listed = binding.flatMap(MessageBinding::bodyParts).isPresent();
        message.parts().forEach(part -> places.put(part.name(), listed ? Place.NOWHERE : Place.BODY));
        binding.ifPresent(body -> {
            checkLiteral(body, problems);
            body.headers().forEach(this::header);
            body.bodyParts().ifPresent(names -> names.forEach(name -> body(name, place)));
        });
    }

    /** Checks that a binding is literal: SOAP encoding is refused. */
    static void checkLiteral(MessageBinding binding, Problems problems) {
        if (!binding.literal()) {
            problems.add(BINDING, binding.location(), "SOAP encoding is not spoken here; use use=\"literal\"");
        }
    }

    private void header(HeaderBinding header) {
        if (!header.message().equals(message.name())) {
            return;
        }
        Optional<Part> part = message.part(header.part());
        if (part.isEmpty()) {
            missing(header.part(), header.location());
        } else if (!header.literal()) {
            problems.add(BINDING, header.location(), "SOAP encoding is not spoken here; use use=\"literal\"");
        } else if (part.get().element().isEmpty()) {
            problems.add(
                    BINDING,
                    header.location(),
                    "part '" + header.part() + "' of message '" + message.name().getLocalPart()
                            + "' is a SOAP header and has a type; give it an element");
        }
        places.put(header.part(), Place.HEADER);
    }

    private void body(String name, Location place) {
        if (message.part(name).isEmpty()) {
            missing(name, place);
        } else if (places.put(name, Place.BODY) == Place.HEADER) {
            problems.add(
                    BINDING,
                    place,
                    "part '" + name + "' of message '" + message.name().getLocalPart()
                            + "' is both in the SOAP body and in a header; leave one out");
        }
    }

    private void missing(String part, Location place) {
        problems.add(
                BINDING,
                place,
                "message '" + message.name().getLocalPart() + "' has no part '" + part + "'; correct the binding");
    }

    Place of(Part part) {
        return places.get(part.name());
    }
}
