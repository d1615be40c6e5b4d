package io.soabench.engine.runtime.expression;

import io.soabench.engine.runtime.expression.XPathValues.Relation;
import java.util.ArrayList;
import java.util.List;
import org.jaxen.Context;
import org.jaxen.JaxenException;
import org.jaxen.Navigator;
import org.jaxen.expr.Expr;
import org.jaxen.expr.RelationalExpr;
import org.jaxen.function.StringFunction;

/**
 * A comparison by {@code <}, {@code <=}, {@code >} or {@code >=}. jaxen takes nodes beside a truth for numbers, while there being
 * any is what counts (XPath 1.0, section 3.4), and compares each pair of nodes of two sets.
 */
final class JaxenRelation implements RelationalExpr {
    private static final long serialVersionUID = 1L;

    private final String operator;
    private final Relation relation;
    private Expr left;
    private Expr right;

    JaxenRelation(Expr left, Expr right, String operator) {
        this.left = left;
        this.right = right;
        this.operator = operator;
        this.relation = Relation.of(operator);
    }

    @Override
    public Object evaluate(Context context) throws JaxenException {
        Navigator navigator = context.getNavigator();
        Object first = left.evaluate(context);
        Object second = right.evaluate(context);
        return XPathValues.related(value(first, navigator), value(second, navigator), relation);
    }

    /** Nodes are read by the navigator, which counts how long they are. */
    private static Object value(Object value, Navigator navigator) {
        if (!(value instanceof List<?> nodes)) {
            return value;
        }
        List<Object> texts = new ArrayList<>(nodes.size());
        for (Object node : nodes) {
            texts.add(StringFunction.evaluate(node, navigator));
        }
        return texts;
    }

    @Override
    public Expr getLHS() {
        return left;
    }

    @Override
    public Expr getRHS() {
        return right;
    }

    @Override
    public String getOperator() {
        return operator;
    }

    @Override
    public Expr simplify() {
        left = left.simplify();
        right = right.simplify();
        return this;
    }

    @Override
    public String getText() {
        return left.getText() + " " + operator + " " + right.getText();
    }
}
