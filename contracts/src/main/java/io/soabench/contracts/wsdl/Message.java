package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A WSDL 1.1 message with its parts in document order.
 */
public record Message(QName name, List<Part> parts, Location location) {
    public Message {
        parts = List.copyOf(parts);
    }

    /** Returns the part of that name. */
    public Optional<Part> part(String partName) {
        return parts.stream().filter(part -> part.name().equals(partName)).findFirst();
    }
}
