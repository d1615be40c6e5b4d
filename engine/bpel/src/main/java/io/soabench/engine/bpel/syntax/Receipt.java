package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * The message that a {@code receive}, {@code onMessage} or {@code onEvent} waits for, and the target of its data.
 * Immutable.
 *
 * @param partnerLink as written, empty if missing
 * @param portType the port type, if it is given for readability
 * @param operation as written, empty if missing
 * @param variable the variable for the whole message
 * @param messageExchange the name that pairs this receipt with its reply
 * @param correlations the correlation sets, in document order
 * @param fromParts the variables for single parts
 * @param hasFromParts true if there is a {@code fromParts} element
 * @param location the element
 */
public record Receipt(
        String partnerLink,
        Optional<QName> portType,
        String operation,
        Optional<String> variable,
        Optional<String> messageExchange,
        List<Correlation> correlations,
        List<FromPart> fromParts,
        boolean hasFromParts,
        Location location) {
    public Receipt {
        correlations = List.copyOf(correlations);
        fromParts = List.copyOf(fromParts);
    }
}
