package io.soabench.engine.bpel.syntax;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * {@code reply}: answers a message received before (section 10.4).
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
