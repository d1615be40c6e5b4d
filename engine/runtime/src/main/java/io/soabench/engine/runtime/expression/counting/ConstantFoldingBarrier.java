package io.soabench.engine.runtime.expression.counting;

import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.parser.ContextItemStaticInfo;
import net.sf.saxon.expr.parser.ExpressionVisitor;
import net.sf.saxon.expr.parser.RebindingMap;
import net.sf.saxon.trans.XPathException;

/** A wrapper that keeps Saxon from evaluating a constant expression at compile time. */
public final class ConstantFoldingBarrier extends IteratingWrapper {
    public ConstantFoldingBarrier(Expression base) {
        super(base, "cover");
    }

    @Override
    public Expression copy(RebindingMap rebindings) {
        return new ConstantFoldingBarrier(getBaseExpression().copy(rebindings));
    }

    @Override
    public Expression typeCheck(ExpressionVisitor visitor, ContextItemStaticInfo context) throws XPathException {
        getOperand().typeCheck(visitor, context);
        return this;
    }

    @Override
    public Expression optimize(ExpressionVisitor visitor, ContextItemStaticInfo context) throws XPathException {
        getOperand().optimize(visitor, context);
        return this;
    }

    @Override
    public int getImplementationMethod() {
        return ITERATE_METHOD | EVALUATE_METHOD;
    }
}
