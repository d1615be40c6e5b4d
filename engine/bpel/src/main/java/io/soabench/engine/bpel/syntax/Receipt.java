package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * The message that a {@code receive}, {@code onMessage} or {@code onEvent} waits for, and the target of its data.
 *
 * @param partnerLink as written, empty if missing
 * @param portType if given for readability
 * @param operation as written, empty if missing
 * @param variable the whole message goes there
 * @param messageExchange pairs this receipt with its reply
 * @param correlations in document order
 * @param fromParts parts go there one by one
 * @param hasFromParts true if a {@code fromParts} element is present
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
