package io.soabench.engine.runtime.expression;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * An expression ready to be evaluated any number of times by any thread.
 *
 * <p>A value is a {@link String}, a {@link Double}, a {@link Boolean}, one node, or a {@link List} of nodes in document order;
 * a node is an {@link io.soabench.engine.runtime.xml.Element}, an {@link io.soabench.engine.runtime.xml.Attribute} or a
 * {@link TextNode}.
 */
public abstract class CompiledExpression {
    /** Makes an expression. */
    protected CompiledExpression() {}

    /**
     * Returns the value.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException when it cannot be evaluated
     */
    public abstract Object evaluate(Slots slots);

    /**
     * Returns the value for a copy, which is of elements, attributes and character data only (WS-BPEL 2.0, section
     * 8.4.1).
     *
     * @throws io.soabench.engine.runtime.fault.FaultException selectionFailure when another node is selected, such as a
     *     document, a namespace or a comment; or when it cannot be evaluated
     */
    public Object selected(Slots slots) {
        return evaluate(slots);
    }

    /** Returns the fault of a node that cannot be copied. */
    protected static FaultException notSelectable(String expression) {
        return StandardFault.SELECTION_FAILURE.thrown("'" + expression
                + "' selects what is no element, attribute or character data, so it cannot be copied.");
    }

    /** Returns the value converted as by XPath's {@code boolean()}. */
    public boolean test(Slots slots) {
        return XPathValues.toBoolean(evaluate(slots));
    }

    /** Returns the value converted as by XPath's {@code number()}. */
    public double number(Slots slots) {
        return XPathValues.toNumber(evaluate(slots));
    }

    /** Returns the value converted as by XPath's {@code string()}. */
    public String string(Slots slots) {
        return XPathValues.toText(evaluate(slots));
    }

    /** Returns the number of nodes selected; 1 for any other value. */
    public int count(Slots slots) {
        return evaluate(slots) instanceof List<?> nodes ? nodes.size() : 1;
    }

    /**
     * Returns the nodes selected, each with its path from the variable, so that they can be replaced; empty when the
     * value is not a node.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException when it cannot be evaluated
     */
    public List<TreeNode> places(Slots slots) {
        return List.of();
    }

    /**
     * Returns the beginning of a tree in which the expression selects a place: the root and the elements of its steps,
     * as far as they can be made.
     *
     * @param root the empty root
     */
    public Element skeleton(Element root) {
        return root;
    }
}
