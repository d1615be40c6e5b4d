package io.soabench.engine.runtime.expression;

import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.OperandRole;
import net.sf.saxon.expr.UnaryExpression;
import net.sf.saxon.expr.elab.Elaborator;
import net.sf.saxon.expr.elab.PushElaborator;
import net.sf.saxon.expr.elab.PushEvaluator;
import net.sf.saxon.expr.parser.RebindingMap;
import net.sf.saxon.trace.ExpressionPresenter;
import net.sf.saxon.trans.XPathException;

/** A template that is entered, which {@link Spending} takes for one item more. Calls that are last in it stay so. */
final class Entered extends UnaryExpression {
    Entered(Expression base) {
        super(base);
    }

    @Override
    protected OperandRole getOperandRole() {
        return OperandRole.SAME_FOCUS_ACTION;
    }

    @Override
    public Expression copy(RebindingMap rebindings) {
        return new Entered(getBaseExpression().copy(rebindings));
    }

    @Override
    public int getImplementationMethod() {
        return PROCESS_METHOD;
    }

    @Override
    public Elaborator getElaborator() {
        return new PushElaborator() {
            @Override
            public PushEvaluator elaborateForPush() {
                PushEvaluator body = ((Entered) getExpression())
                        .getBaseExpression()
                        .makeElaborator()
                        .elaborateForPush();
                return (output, context) -> {
                    Counted.spending().item();
                    return body.processLeavingTail(output, context);
                };
            }
        };
    }

    @Override
    public String getExpressionName() {
        return "entered";
    }

    @Override
    public void export(ExpressionPresenter out) throws XPathException {
        getBaseExpression().export(out);
    }
}
