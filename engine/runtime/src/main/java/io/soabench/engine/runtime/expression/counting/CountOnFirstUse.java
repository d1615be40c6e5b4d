package io.soabench.engine.runtime.expression.counting;

import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.elab.PullEvaluator;
import net.sf.saxon.expr.parser.RebindingMap;
import net.sf.saxon.trans.UncheckedXPathException;
import net.sf.saxon.trans.XPathException;

/**
 * A whole expression that Saxon evaluates as soon as it has compiled it; counters are added at its first evaluation.
 */
public final class CountOnFirstUse extends IteratingWrapper {
    private boolean counted;

    public CountOnFirstUse(Expression base) {
        super(base, "immediate");
    }

    @Override
    public Expression copy(RebindingMap rebindings) {
        return new CountOnFirstUse(getBaseExpression().copy(rebindings));
    }

    @Override
    PullEvaluator pull() {
        count();
        PullEvaluator base = super.pull();
        return context -> CompilationBudget.isCompiling()
                ? CompilationBudget.evaluated(() -> base.iterate(context)).iterate()
                : base.iterate(context);
    }

    private void count() {
        if (!counted) {
            counted = true;
            try {
                SaxonBudget.count(this);
            } catch (XPathException e) {
                throw new UncheckedXPathException(e);
            }
        }
    }
}
