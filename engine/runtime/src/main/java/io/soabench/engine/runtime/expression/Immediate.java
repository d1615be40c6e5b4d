package io.soabench.engine.runtime.expression;

import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.expr.elab.Elaborator;
import net.sf.saxon.expr.elab.PullElaborator;
import net.sf.saxon.expr.elab.PullEvaluator;
import net.sf.saxon.expr.parser.RebindingMap;
import net.sf.saxon.om.SequenceIterator;
import net.sf.saxon.trans.UncheckedXPathException;
import net.sf.saxon.trans.XPathException;

/**
 * The whole of an expression that Saxon evaluates as soon as it has compiled it, so that nobody can put counters into it between: it has
 * them put in when it is evaluated first.
 */
final class Immediate extends Around {
    private boolean counted;

    Immediate(Expression base) {
        super(base, "immediate");
    }

    @Override
    public Expression copy(RebindingMap rebindings) {
        return new Immediate(getBaseExpression().copy(rebindings));
    }

    @Override
    public int getImplementationMethod() {
        return ITERATE_METHOD;
    }

    @Override
    public Elaborator getElaborator() {
        return new PullElaborator() {
            @Override
            public PullEvaluator elaborateForPull() {
                Immediate self = (Immediate) getExpression();
                self.count();
                PullEvaluator base = self.getBaseExpression().makeElaborator().elaborateForPull();
                return context -> SaxonConfiguration.isCompiling()
                        ? SaxonConfiguration.evaluated(() -> base.iterate(context))
                                .iterate()
                        : base.iterate(context);
            }
        };
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

    @Override
    public SequenceIterator iterate(XPathContext context) throws XPathException {
        return makeElaborator().elaborateForPull().iterate(context);
    }
}
