package io.soabench.engine.runtime.expression;

import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * What {@code bpel:getVariableProperty} reads: one node or value, else it is a {@code selectionFailure} (WS-BPEL 2.0, section
 * 8.3). A copy sees all nodes, as it may ignore that there are none.
 */
final class PropertyValue extends CompiledExpression {
    private final CompiledExpression alias;
    private final String name;

    /**
     * A property.
     *
     * @param alias where it is in its variable
     * @param name its name, for sentences
     */
    PropertyValue(CompiledExpression alias, String name) {
        this.alias = alias;
        this.name = name;
    }

    @Override
    public Object evaluate(Slots slots) {
        Object value = alias.evaluate(slots);
        if (!(value instanceof List<?> nodes)) {
            return value;
        }
        if (nodes.size() != 1) {
            throw StandardFault.SELECTION_FAILURE.thrown(
                    "Property '" + name + "' selects " + nodes.size() + " nodes instead of one.");
        }
        return nodes.get(0);
    }

    @Override
    public Object selected(Slots slots) {
        return alias.selected(slots);
    }

    @Override
    public List<TreeNode> places(Slots slots) {
        return alias.places(slots);
    }

    @Override
    public Element skeleton(Element root) {
        return alias.skeleton(root);
    }
}
