package io.soabench.engine.runtime.expression;

import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import io.soabench.engine.runtime.xml.WhiteSpace;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Conversions and comparisons of XPath 1.0, sections 3.4 and 4. */
public final class XPathValues {
    private XPathValues() {}

    /** Returns a value converted as by {@code string()}. */
    public static String toText(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Element element) {
            return element.text();
        }
        if (value instanceof Double number) {
            return text(number);
        }
        if (value instanceof Attribute attribute) {
            return attribute.value();
        }
        if (value instanceof TextNode text) {
            return text.text();
        }
        if (value instanceof List<?> nodes) {
            return nodes.isEmpty() ? "" : toText(nodes.get(0));
        }
        if (value instanceof Namespace namespace) {
            return namespace.uri();
        }
        return value.toString();
    }

    /** Returns a value converted as by {@code number()}. */
    public static double toNumber(Object value) {
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        return number(toText(value));
    }

    /** Returns a value converted as by {@code boolean()}. */
    public static boolean toBoolean(Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof Double number) {
            return number != 0 && !Double.isNaN(number);
        }
        if (value instanceof String text) {
            return !text.isEmpty();
        }
        if (value instanceof List<?> nodes) {
            return !nodes.isEmpty();
        }
        return true;
    }

    /** Returns a number's text: no exponent, no fraction for integers (section 4.2). */
    public static String text(double number) {
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString((long) number);
        }
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "Infinity" : "-Infinity";
        }
        return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
    }

    /** Returns a text's number, NaN when it is none (section 4.4: no exponent, no plus sign). */
    public static double number(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(text.charAt(to - 1))) {
            to--;
        }
        boolean negative = from < to && text.charAt(from) == '-';
        int at = negative ? from + 1 : from;
        long whole = 0;
        int digits = 0;
        boolean simple = to - at <= 17;
        boolean point = false;
        for (int i = at; i < to; i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
                whole = whole * 10 + (c - '0');
            } else if (c == '.' && !point) {
                point = true;
                simple = false;
            } else {
                return Double.NaN;
            }
        }
        if (digits == 0) {
            return Double.NaN;
        }
        if (simple) {
            return negative ? -(double) whole : whole;
        }
        return Double.parseDouble(text.substring(from, to));
    }

    /**
     * Returns the number of a value that has a numeric type (XML Schema Part 2, sections 3.2.3 to 3.2.5). Beside the
     * texts of {@link #number} it reads a plus sign and, where the type has them, exponents and infinity. NaN for other
     * texts.
     */
    static double typedNumber(String text, boolean exponents) {
        double plain = number(text);
        if (!Double.isNaN(plain)) {
            return plain;
        }
        String value = WhiteSpace.stripped(text);
        boolean plus = value.startsWith("+") && !value.startsWith("+-");
        String unsigned = plus ? value.substring(1) : value;
        if (!exponents || unsigned.isEmpty()) {
            return plus ? number(unsigned) : plain;
        }
        if (!plus && (value.equals("INF") || value.equals("-INF"))) {
            return value.equals("INF") ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        int at = Math.max(unsigned.indexOf('e'), unsigned.indexOf('E'));
        if (at < 0) {
            return number(unsigned);
        }
        boolean valid = !Double.isNaN(number(unsigned.substring(0, at)))
                && !WhiteSpace.isIn(unsigned)
                && isExponent(unsigned, at + 1);
        return valid ? Double.parseDouble(unsigned) : Double.NaN;
    }

    private static boolean isExponent(String text, int from) {
        int at = from < text.length() && (text.charAt(from) == '+' || text.charAt(from) == '-') ? from + 1 : from;
        for (int i = at; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return at < text.length();
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }

    /** Compares as by {@code =} or, negated, {@code !=} (section 3.4). */
    public static boolean equal(Object left, Object right, boolean negated) {
        if (left instanceof List<?> some && right instanceof List<?> others) {
            return negated ? differ(some, others) : meet(some, others);
        }
        if (left instanceof List<?> nodes) {
            return right instanceof Boolean truth
                    ? truth.equals(toBoolean(nodes)) != negated
                    : any(nodes, node -> equal(node, right, negated));
        }
        if (right instanceof List<?> nodes) {
            return left instanceof Boolean truth
                    ? truth.equals(toBoolean(nodes)) != negated
                    : any(nodes, node -> equal(left, node, negated));
        }
        if (left instanceof Boolean || right instanceof Boolean) {
            return (toBoolean(left) == toBoolean(right)) != negated;
        }
        if (left instanceof Double || right instanceof Double) {
            return (toNumber(left) == toNumber(right)) != negated;
        }
        return toText(left).equals(toText(right)) != negated;
    }

    /** Compares numbers as by a relational operator. */
    public static boolean related(Object left, Object right, Relation relation) {
        if (left instanceof List<?> some && right instanceof List<?> others) {
            // Some pair is related if the most likely pair is.
            return relation.holds(extreme(some, relation.isLess()), extreme(others, !relation.isLess()));
        }
        if (left instanceof List<?> nodes && !(right instanceof Boolean)) {
            return any(nodes, node -> related(node, right, relation));
        }
        if (right instanceof List<?> nodes && !(left instanceof Boolean)) {
            return any(nodes, node -> related(left, node, relation));
        }
        return relation.holds(
                right instanceof Boolean ? truth(left) : toNumber(left),
                left instanceof Boolean ? truth(right) : toNumber(right));
    }

    /**
     * Returns the number of a value beside a boolean. Nodes are converted to a boolean first: there is one or there is
     * none.
     */
    private static double truth(Object value) {
        return value instanceof Double || value instanceof String ? toNumber(value) : toBoolean(value) ? 1 : 0;
    }

    /** Returns whether two node sets have a text in common, without comparing every pair. */
    private static boolean meet(List<?> left, List<?> right) {
        Set<String> texts = new HashSet<>();
        left.forEach(node -> texts.add(toText(node)));
        return any(right, node -> texts.contains(toText(node)));
    }

    /** Returns whether some node of one set has another text than some node of the other. */
    private static boolean differ(List<?> left, List<?> right) {
        if (left.isEmpty() || right.isEmpty()) {
            return false;
        }
        String text = toText(left.get(0));
        return any(left, node -> !text.equals(toText(node))) || any(right, node -> !text.equals(toText(node)));
    }

    /** Returns the least or the largest of the nodes' numbers; NaN when none is a number. */
    private static double extreme(List<?> nodes, boolean least) {
        double extreme = Double.NaN;
        for (Object node : nodes) {
            double number = toNumber(node);
            if (Double.isNaN(extreme) || (least ? number < extreme : number > extreme)) {
                extreme = number;
            }
        }
        return extreme;
    }

    private static boolean any(List<?> nodes, java.util.function.Predicate<Object> condition) {
        for (Object node : nodes) {
            if (condition.test(node)) {
                return true;
            }
        }
        return false;
    }

    /** The relational operators. */
    public enum Relation {
        LESS {
            @Override
            boolean holds(double a, double b) {
                return a < b;
            }
        },
        LESS_OR_EQUAL {
            @Override
            boolean holds(double a, double b) {
                return a <= b;
            }
        },
        GREATER {
            @Override
            boolean holds(double a, double b) {
                return a > b;
            }
        },
        GREATER_OR_EQUAL {
            @Override
            boolean holds(double a, double b) {
                return a >= b;
            }
        };

        abstract boolean holds(double a, double b);

        /** Returns the one that is written so. */
        public static Relation of(String operator) {
            return switch (operator) {
                case "<" -> LESS;
                case "<=" -> LESS_OR_EQUAL;
                case ">" -> GREATER;
                default -> GREATER_OR_EQUAL;
            };
        }

        /** Returns whether the left one has to be the smaller one. */
        boolean isLess() {
            return this == LESS || this == LESS_OR_EQUAL;
        }
    }
}
