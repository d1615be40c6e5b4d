package io.soabench.engine.runtime.expression.counting;

import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.OperandRole;
import net.sf.saxon.expr.UnaryExpression;
import net.sf.saxon.trace.ExpressionPresenter;
import net.sf.saxon.trans.XPathException;

/** A wrapper that yields the items of the wrapped expression. It only matters to the counters. */
abstract class ExpressionWrapper extends UnaryExpression {
    private final String name;

    /**
     * Makes a wrapper.
     *
     * @param name for Saxon's own messages
     */
    ExpressionWrapper(Expression base, String name) {
        super(base);
        this.name = name;
    }

    @Override
    protected final OperandRole getOperandRole() {
        return OperandRole.SAME_FOCUS_ACTION;
    }

    @Override
    public final String getExpressionName() {
        return name;
    }

    @Override
    public final void export(ExpressionPresenter out) throws XPathException {
        getBaseExpression().export(out);
    }

    /** Returns the budget of the thread's evaluation. */
    static EvaluationBudget budget() {
        return CountedEvaluation.CURRENT.get().budget();
    }
}
