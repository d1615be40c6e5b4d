package io.soabench.engine.bpel.syntax;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A {@code reply} as written: it answers a message that was received before (section 10.4).
 *
 * @param header the standard attributes and elements
 * @param partnerLink the name of the partner link
 * @param portType the port type, if it is given for readability
 * @param operation the name of the operation
 * @param variable the variable with the message
 * @param faultName the name of the fault; empty for a normal answer
 * @param messageExchange the name that pairs the reply with a message
 * @param correlations the correlation sets, in document order
 * @param toParts the variables with single parts
 * @param hasToParts true if there is a {@code toParts} element
 */
public record Reply(
        ActivityHeader header,
        String partnerLink,
        Optional<QName> portType,
        String operation,
        Optional<String> variable,
        Optional<QName> faultName,
        Optional<String> messageExchange,
        List<Correlation> correlations,
        List<ToPart> toParts,
        boolean hasToParts)
        implements ActivityElement {
    public Reply {
        correlations = List.copyOf(correlations);
        toParts = List.copyOf(toParts);
    }
}
