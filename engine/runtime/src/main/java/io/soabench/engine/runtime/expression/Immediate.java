package io.soabench.engine.runtime.expression;

import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.elab.PullEvaluator;
import net.sf.saxon.expr.parser.RebindingMap;
import net.sf.saxon.trans.UncheckedXPathException;
import net.sf.saxon.trans.XPathException;

/**
 * The whole of an expression that Saxon evaluates as soon as it has compiled it, so that nobody can put counters into it between: it has
 * them put in when it is evaluated first.
 */
final class Immediate extends AroundItems {
    private boolean counted;

    Immediate(Expression base) {
        super(base, "immediate");
    }

    @Override
    public Expression copy(RebindingMap rebindings) {
        return new Immediate(getBaseExpression().copy(rebindings));
    }

    @Override
    PullEvaluator pull() {
        count();
        PullEvaluator base = super.pull();
        return context -> SaxonConfiguration.isCompiling()
                ? SaxonConfiguration.evaluated(() -> base.iterate(context)).iterate()
                : base.iterate(context);
    }

    private void count() {
        if (!counted) {
            counted = true;
            try {
                SaxonSpending.count(this);
            } catch (XPathException e) {
                throw new UncheckedXPathException(e);
            }
        }
    }
}
