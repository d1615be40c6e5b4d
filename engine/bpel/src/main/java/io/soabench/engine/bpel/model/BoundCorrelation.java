package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.engine.bpel.syntax.Correlation.Initiate;
import java.util.List;

/**
 * The use of a correlation set by a message.
 *
 * @param set the set
 * @param initiate the way in which it may get its values here
 * @param requestAliases the places of the properties in the request (of an invoke) or the message (of a receipt or reply), in the order of the set; empty if it does not apply to it
 * @param responseAliases the same for the response of an invoke
 */
public record BoundCorrelation(
        CorrelationSet set,
        Initiate initiate,
        List<PropertyAlias> requestAliases,
        List<PropertyAlias> responseAliases) {
    public BoundCorrelation {
        requestAliases = List.copyOf(requestAliases);
        responseAliases = List.copyOf(responseAliases);
    }
}
