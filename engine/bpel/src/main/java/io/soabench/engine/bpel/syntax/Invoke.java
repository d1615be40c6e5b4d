package io.soabench.engine.bpel.syntax;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * An {@code invoke} as written: it calls a partner, possibly with handlers of its own (section 10.3).
 *
 * @param header the standard attributes and elements
 * @param partnerLink the name of the partner link
 * @param portType the port type, if it is given for readability
 * @param operation the name of the operation
 * @param inputVariable the variable with the request
 * @param outputVariable the variable for the answer
 * @param correlations the correlation sets, in document order
 * @param toParts the variables with single parts of the request
 * @param fromParts the variables for single parts of the answer
 * @param hasToParts true if there is a {@code toParts} element
 * @param hasFromParts true if there is a {@code fromParts} element
 * @param catches the handlers for some faults, in document order
 * @param catchAll the handler for all other faults
 * @param compensationHandler the compensation handler
 */
public record Invoke(
        ActivityHeader header,
        String partnerLink,
        Optional<QName> portType,
        String operation,
        Optional<String> inputVariable,
        Optional<String> outputVariable,
        List<Correlation> correlations,
        List<ToPart> toParts,
        List<FromPart> fromParts,
        boolean hasToParts,
        boolean hasFromParts,
        List<Catch> catches,
        Optional<Handler> catchAll,
        Optional<Handler> compensationHandler)
        implements ActivityElement {
    public Invoke {
        correlations = List.copyOf(correlations);
        toParts = List.copyOf(toParts);
        fromParts = List.copyOf(fromParts);
        catches = List.copyOf(catches);
    }
}
