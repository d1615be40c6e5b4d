package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * The values of a correlation set as one text. Two texts are equal when all values are equal as typed values (WS-BPEL
 * 2.0, section 7.2).
 */
public final class CorrelationValues {
    private CorrelationValues() {}

    /**
     * Reads the values from a message.
     *
     * @param values the expressions that select the values; their slots are the parts of the message
     * @param parts the parts of the message
     * @throws io.soabench.engine.runtime.fault.FaultException selectionFailure when an expression selects no node or
     *     several
     */
    public static String read(List<CompiledExpression> values, List<Element> parts) {
        Slots slots = new Parts(parts);
        StringBuilder all = new StringBuilder();
        for (CompiledExpression value : values) {
            Object found = value.evaluate(slots);
            if (found instanceof List<?> nodes && nodes.size() != 1) {
                throw StandardFault.SELECTION_FAILURE.thrown(
                        "A correlation property selects " + nodes.size() + " nodes instead of one.");
            }
            String text = value.string(slots);
            all.append(text.length()).append(':').append(text);
        }
        return all.toString();
    }

    private record Parts(List<Element> parts) implements Slots {
        @Override
        public Element slot(int hops, int index) {
            return parts.get(index);
        }

        @Override
        public boolean link(int index) {
            throw new IllegalStateException("a message has no links");
        }
    }
}
