package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.expression.CompiledExpression;
import java.util.List;

/**
 * A way to find the instance for a message: the values of one correlation set in the message (WS-BPEL 2.0, section 9).
 *
 * @param set the number of the correlation set in the process
 * @param values the expressions that select the values; their slots are the parts of the message
 * @param required whether an activity takes only messages with the values of its set ({@code initiate="no"}). Sets that
 *     are joined are used when no required set leads to an instance
 */
public record Route(int set, List<CompiledExpression> values, boolean required) {
    /** Copies the list. */
    public Route {
        values = List.copyOf(values);
    }

    /**
     * Returns the values in a message in one text.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException selectionFailure when the message has no such values
     */
    public String read(List<io.soabench.engine.runtime.xml.Element> parts) {
        return CorrelationValues.read(values, parts);
    }

    /** Returns the set with its values in a message; fails as {@link #read} does. */
    Router.Key key(InboundMessage message) {
        return new Router.Key(set, read(message.parts()));
    }
}
