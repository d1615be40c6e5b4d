package io.soabench.engine.runtime.expression.terms;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * The value that {@code bpel:getVariableProperty} reads: one node or value, else a {@code selectionFailure} (WS-BPEL
 * 2.0, section 8.3). A copy gets all selected nodes, as it may ignore that there are none.
 */
public final class PropertyValue extends CompiledExpression {
    private final CompiledExpression alias;
    private final String name;
    private final Reference.Kind kind;

    /**
     * Makes a property.
     *
     * @param alias its place in its variable
     * @param name its name, for sentences
     * @param kind the kind of its type
     */
    public PropertyValue(CompiledExpression alias, String name, Reference.Kind kind) {
        this.alias = alias;
        this.name = name;
        this.kind = kind;
    }

    /** Returns the kind of the property's type: a node for a property that is declared by an element. */
    public Reference.Kind kind() {
        return kind;
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

    /** The property as a value of its type in XPath 2.0: a string, a number, a boolean; a node if its kind is that. */
    public static final class Typed extends CompiledExpression {
        private final PropertyValue property;

        public Typed(PropertyValue property) {
            this.property = property;
        }

        @Override
        public Object evaluate(Slots slots) {
            return property.kind == Reference.Kind.NODE
                    ? property.evaluate(slots)
                    : property.kind.typed(property.string(slots));
        }
    }

    /** The property alone in an expression of XPath 2.0: a node that can be copied, whose truth is that of its value. */
    public static final class Whole extends CompiledExpression {
        private final PropertyValue property;
        private final Typed typed;

        public Whole(PropertyValue property) {
            this.property = property;
            this.typed = new Typed(property);
        }

        @Override
        public Object evaluate(Slots slots) {
            return property.evaluate(slots);
        }

        @Override
        public Object selected(Slots slots) {
            return property.selected(slots);
        }

        @Override
        public boolean test(Slots slots) {
            return typed.test(slots);
        }

        @Override
        public List<TreeNode> places(Slots slots) {
            return property.places(slots);
        }

        @Override
        public Element skeleton(Element root) {
            return property.skeleton(root);
        }
    }
}
