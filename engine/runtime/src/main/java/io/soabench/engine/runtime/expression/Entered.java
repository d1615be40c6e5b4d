package io.soabench.engine.runtime.expression;

import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.elab.Elaborator;
import net.sf.saxon.expr.elab.PushElaborator;
import net.sf.saxon.expr.elab.PushEvaluator;
import net.sf.saxon.expr.parser.RebindingMap;

/** A template that is entered, which {@link Spending} takes for one item more. Calls that are last in it stay so. */
final class Entered extends Around {
    Entered(Expression base) {
        super(base, "entered");
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
                    spending().item();
                    return body.processLeavingTail(output, context);
                };
            }
        };
    }
}
