package io.soabench.engine.bpel.syntax;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * {@code invoke}: calls a partner (section 10.3), possibly with handlers of its own.
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
