package io.soabench.engine.runtime.expression.counting;

import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.expr.elab.Elaborator;
import net.sf.saxon.expr.elab.PullElaborator;
import net.sf.saxon.expr.elab.PullEvaluator;
import net.sf.saxon.om.SequenceIterator;
import net.sf.saxon.trans.XPathException;

/** A wrapper around an expression whose items are fetched one after the other. */
abstract class IteratingWrapper extends ExpressionWrapper {

    /**
     * Makes a wrapper.
     *
     * @param name for Saxon's own messages
     */
    IteratingWrapper(Expression base, String name) {
        super(base, name);
    }

    /** Returns the evaluator of the items: that of the wrapped expression, unless a subclass changes it. */
    PullEvaluator pull() {
        return getBaseExpression().makeElaborator().elaborateForPull();
    }

    @Override
    public int getImplementationMethod() {
        return ITERATE_METHOD;
    }

    @Override
    public final Elaborator getElaborator() {
        return new PullElaborator() {
            @Override
            public PullEvaluator elaborateForPull() {
                return ((IteratingWrapper) getExpression()).pull();
            }
        };
    }

    @Override
    public final SequenceIterator iterate(XPathContext context) throws XPathException {
        return makeElaborator().elaborateForPull().iterate(context);
    }
}
