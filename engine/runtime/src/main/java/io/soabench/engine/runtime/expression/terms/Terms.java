package io.soabench.engine.runtime.expression.terms;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.fault.StandardFault;
import java.util.List;

/** The operators and functions of XPath 1.0 as terms. */
public final class Terms {
    private Terms() {}

    /** A function of two numbers. */
    public enum Arithmetic {
        PLUS,
        MINUS,
        TIMES,
        DIV,
        MOD;

        /** Returns the result for two numbers. */
        public double of(double a, double b) {
            return switch (this) {
                case PLUS -> a + b;
                case MINUS -> a - b;
                case TIMES -> a * b;
                case DIV -> a / b;
                case MOD -> a % b;
            };
        }
    }

    /** A literal. */
    public static final class Constant extends CompiledExpression {
        private final Object value;

        public Constant(Object value) {
            this.value = value;
        }

        @Override
        public Object evaluate(Slots slots) {
            return value;
        }
    }

    /** The status of a link. */
    public static final class LinkStatus extends CompiledExpression {
        private final int index;

        public LinkStatus(int index) {
            this.index = index;
        }

        @Override
        public Object evaluate(Slots slots) {
            return slots.link(index);
        }
    }

    /** The number of the instance, as a text. */
    public static final class InstanceId extends CompiledExpression {
        @Override
        public Object evaluate(Slots slots) {
            return Long.toString(slots.instanceId());
        }
    }

    /** {@code + - * div mod}. */
    public static final class Calculation extends CompiledExpression {
        private final Arithmetic operator;
        private final CompiledExpression left;
        private final CompiledExpression right;

        public Calculation(Arithmetic operator, CompiledExpression left, CompiledExpression right) {
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        @Override
        public Object evaluate(Slots slots) {
            return number(slots);
        }

        @Override
        public double number(Slots slots) {
            return operator.of(left.number(slots), right.number(slots));
        }
    }

    /** {@code < <= > >=}. */
    public static final class Comparison extends CompiledExpression {
        private final XPathValues.Relation relation;
        private final CompiledExpression left;
        private final CompiledExpression right;

        public Comparison(XPathValues.Relation relation, CompiledExpression left, CompiledExpression right) {
            this.relation = relation;
            this.left = left;
            this.right = right;
        }

        @Override
        public Object evaluate(Slots slots) {
            return XPathValues.related(left.evaluate(slots), right.evaluate(slots), relation);
        }
    }

    /** {@code = !=}. */
    public static final class Equality extends CompiledExpression {
        private final boolean negated;
        private final CompiledExpression left;
        private final CompiledExpression right;

        public Equality(boolean negated, CompiledExpression left, CompiledExpression right) {
            this.negated = negated;
            this.left = left;
            this.right = right;
        }

        @Override
        public Object evaluate(Slots slots) {
            return XPathValues.equal(left.evaluate(slots), right.evaluate(slots), negated);
        }
    }

    /** {@code and or}; the right side is evaluated only where it matters. */
    public static final class Logic extends CompiledExpression {
        private final boolean conjunction;
        private final CompiledExpression left;
        private final CompiledExpression right;

        public Logic(boolean conjunction, CompiledExpression left, CompiledExpression right) {
            this.conjunction = conjunction;
            this.left = left;
            this.right = right;
        }

        @Override
        public Object evaluate(Slots slots) {
            return left.test(slots) == conjunction ? right.test(slots) : !conjunction;
        }
    }

    /** The body of a function: its result for its arguments. */
    @FunctionalInterface
    public interface Function {
        Object call(List<CompiledExpression> arguments, Slots slots);
    }

    /** A function call. */
    public static final class FunctionCall extends CompiledExpression {
        private final Function body;
        private final List<CompiledExpression> arguments;

        public FunctionCall(Function body, List<CompiledExpression> arguments) {
            this.body = body;
            this.arguments = List.copyOf(arguments);
        }

        @Override
        public Object evaluate(Slots slots) {
            return body.call(arguments, slots);
        }
    }

    /** Returns the function of that name and number of arguments, or null when jaxen has to do it. */
    public static Function function(String name, int arguments) {
        return switch (name + "/" + arguments) {
            case "true/0" -> (a, s) -> true;
            case "false/0" -> (a, s) -> false;
            case "not/1" -> (a, s) -> !a.get(0).test(s);
            case "boolean/1" -> (a, s) -> a.get(0).test(s);
            case "number/1" -> (a, s) -> a.get(0).number(s);
            case "string/1" -> (a, s) -> a.get(0).string(s);
            case "string-length/1" ->
                (a, s) -> {
                    String text = a.get(0).string(s);
                    return (double) text.codePointCount(0, text.length());
                };
            case "contains/2" ->
                (a, s) -> TextSearch.indexOf(a.get(0).string(s), a.get(1).string(s)) >= 0;
            case "starts-with/2" ->
                (a, s) -> a.get(0).string(s).startsWith(a.get(1).string(s));
            case "floor/1" -> (a, s) -> Math.floor(a.get(0).number(s));
            case "ceiling/1" -> (a, s) -> Math.ceil(a.get(0).number(s));
            case "count/1" -> (a, s) -> (double) a.get(0).count(s);
            default -> name.equals("concat") && arguments >= 2 ? Terms::concat : null;
        };
    }

    /** Joins texts, whose length is known before the result is made. */
    private static Object concat(List<CompiledExpression> arguments, Slots slots) {
        String[] texts = new String[arguments.size()];
        long length = 0;
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments.get(i).string(slots);
            length += texts[i].length();
        }
        if (length > slots.valueBytes()) {
            throw StandardFault.LIMIT_EXCEEDED.thrown("A text of " + length
                    + " characters is larger than values may be, " + slots.valueBytes() + " bytes; raise --max-value.");
        }
        StringBuilder all = new StringBuilder((int) length);
        for (String text : texts) {
            all.append(text);
        }
        return all.toString();
    }
}
