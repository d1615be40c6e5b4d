package io.soabench.engine.runtime.expression.jaxen;

import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.XPathValues.Relation;
import io.soabench.engine.runtime.expression.terms.Terms;
import java.util.ArrayList;
import java.util.List;
import org.jaxen.Context;
import org.jaxen.JaxenException;
import org.jaxen.Navigator;
import org.jaxen.expr.BinaryExpr;
import org.jaxen.expr.Expr;
import org.jaxen.function.StringFunction;

/**
 * A comparison or calculation in place of jaxen's, which deviates from XPath 1.0. It takes nodes beside a boolean for
 * numbers, while only their existence counts (section 3.4). It compares each pair of nodes of two sets. It reads texts
 * such as 1e3 and +5 as numbers (section 4.4).
 */
abstract sealed class JaxenOperation implements BinaryExpr {
    private static final long serialVersionUID = 1L;

    private final String operator;
    private Expr left;
    private Expr right;

    private JaxenOperation(BinaryExpr parsed) {
        this.left = parsed.getLHS();
        this.right = parsed.getRHS();
        this.operator = parsed.getOperator();
    }

    /** {@code < <= > >=}. */
    static final class Comparison extends JaxenOperation {
        private static final long serialVersionUID = 1L;

        private final Relation relation;

        Comparison(BinaryExpr parsed) {
            super(parsed);
            this.relation = Relation.of(parsed.getOperator());
        }

        @Override
        Object of(Object left, Object right, Navigator navigator) {
            return XPathValues.related(value(left, navigator), value(right, navigator), relation);
        }
    }

    /** {@code = !=}. */
    static final class Equality extends JaxenOperation {
        private static final long serialVersionUID = 1L;

        private final boolean negated;

        Equality(BinaryExpr parsed) {
            super(parsed);
            this.negated = parsed.getOperator().equals("!=");
        }

        @Override
        Object of(Object left, Object right, Navigator navigator) {
            return XPathValues.equal(value(left, navigator), value(right, navigator), negated);
        }
    }

    /** {@code + - * div mod}. */
    static final class Calculation extends JaxenOperation {
        private static final long serialVersionUID = 1L;

        private final Terms.Arithmetic arithmetic;

        Calculation(BinaryExpr parsed) {
            super(parsed);
            this.arithmetic = switch (parsed.getOperator()) {
                case "+" -> Terms.Arithmetic.PLUS;
                case "-" -> Terms.Arithmetic.MINUS;
                case "*" -> Terms.Arithmetic.TIMES;
                case "div" -> Terms.Arithmetic.DIV;
                default -> Terms.Arithmetic.MOD;
            };
        }

        @Override
        Object of(Object left, Object right, Navigator navigator) {
            return arithmetic.of(number(left, navigator), number(right, navigator));
        }
    }

    abstract Object of(Object left, Object right, Navigator navigator);

    @Override
    public final Object evaluate(Context context) throws JaxenException {
        Object first = left.evaluate(context);
        Object second = right.evaluate(context);
        return of(first, second, context.getNavigator());
    }

    /** Returns a value converted as by {@code number()}. The navigator reads nodes, and counts their length. */
    static double number(Object value, Navigator navigator) {
        return value instanceof Double || value instanceof Boolean
                ? XPathValues.toNumber(value)
                : XPathValues.number(StringFunction.evaluate(value, navigator));
    }

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
    public final Expr getLHS() {
        return left;
    }

    @Override
    public final Expr getRHS() {
        return right;
    }

    @Override
    public final String getOperator() {
        return operator;
    }

    @Override
    public final Expr simplify() {
        left = left.simplify();
        right = right.simplify();
        return this;
    }

    @Override
    public final String getText() {
        return left.getText() + " " + operator + " " + right.getText();
    }
}
