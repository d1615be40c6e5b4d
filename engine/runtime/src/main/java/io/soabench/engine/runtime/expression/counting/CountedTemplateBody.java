package io.soabench.engine.runtime.expression.counting;

import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.elab.Elaborator;
import net.sf.saxon.expr.elab.PushElaborator;
import net.sf.saxon.expr.elab.PushEvaluator;
import net.sf.saxon.expr.parser.RebindingMap;

/**
 * The body of a template, counted as one more item of the {@link EvaluationBudget} at each entry. Tail calls stay tail calls.
 */
final class CountedTemplateBody extends ExpressionWrapper {
    CountedTemplateBody(Expression base) {
        super(base, "entered");
    }

    @Override
    public Expression copy(RebindingMap rebindings) {
        return new CountedTemplateBody(getBaseExpression().copy(rebindings));
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
                PushEvaluator body = ((CountedTemplateBody) getExpression())
                        .getBaseExpression()
                        .makeElaborator()
                        .elaborateForPush();
                return (output, context) -> {
                    budget().item();
                    return body.processLeavingTail(output, context);
                };
            }
        };
    }
}
