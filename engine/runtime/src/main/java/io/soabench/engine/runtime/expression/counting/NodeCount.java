package io.soabench.engine.runtime.expression.counting;

import net.sf.saxon.expr.AxisExpression;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.SimpleStepExpression;
import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.om.AxisInfo;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.tree.linked.ParentNodeImpl;

/**
 * The number of nodes in the trees of one evaluation. It bounds the work of axes that read more nodes than they yield.
 * Used by one thread.
 */
public final class NodeCount {
    private long nodes;

    /** Notes that the evaluation has made so many nodes. */
    public void add(long more) {
        nodes += more;
    }

    /**
     * Returns the number of nodes that a step may read without yielding them: those of an axis that leads aside.
     *
     * @param step the expression of the step; other steps read only the nodes that they yield
     * @param context the context of its evaluation
     */
    long onAxisOf(Expression step, XPathContext context) throws XPathException {
        boolean simple = step instanceof SimpleStepExpression;
        Expression axis = simple ? ((SimpleStepExpression) step).getAxisExpression() : step;
        if (!(axis instanceof AxisExpression way)) {
            return 0;
        }
        return switch (way.getAxis()) {
            case AxisInfo.FOLLOWING, AxisInfo.PRECEDING -> nodes;
            case AxisInfo.FOLLOWING_SIBLING, AxisInfo.PRECEDING_SIBLING ->
                siblings(
                        simple
                                ? ((SimpleStepExpression) step).getStart().evaluateItem(context)
                                : context.getContextItem());
            default -> 0;
        };
    }

    private static long siblings(Item item) {
        return item instanceof NodeInfo node && node.getParent() instanceof ParentNodeImpl parent
                ? parent.getNumberOfChildren()
                : 0;
    }
}
