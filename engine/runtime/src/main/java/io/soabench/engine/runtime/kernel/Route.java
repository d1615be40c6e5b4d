package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.expression.CompiledExpression;
import java.util.List;

/**
 * A way to find the instance a message is for: the values of one correlation set in the message.
 *
 * @param set number of the correlation set in the process
 * @param values where the values lie; the slots are the parts of the message
 * @param required whether an activity takes messages with the values of its set only ({@code initiate="no"}); by a set that is only
 *     joined an instance is looked for when no required one leads to any
 */
public record Route(int set, List<CompiledExpression> values, boolean required) {
    /** Copies the list. */
    public Route {
        values = List.copyOf(values);
    }

    /**
     * The values in a message, in one text.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException when the message has no such values
     */
    public String read(List<io.soabench.engine.runtime.xml.Element> parts) {
        return CorrelationValues.read(values, parts);
    }

    /** The set and its values in a message, with the failure of {@link #read}. */
    Router.Key key(InboundMessage message) {
        return new Router.Key(set, read(message.parts()));
    }
}
