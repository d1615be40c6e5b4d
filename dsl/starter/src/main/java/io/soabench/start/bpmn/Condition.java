package io.soabench.start.bpmn;

import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition of a sequence flow that compares one variable with a constant.
 *
 * @param variable its name
 * @param operator {@code ==}, {@code !=}, {@code <}, {@code <=}, {@code >} or {@code >=}
 * @param constant text, number or truth value, in Java's form
 */
record Condition(String variable, String operator, Object constant) {

    private static final Pattern EXPRESSION =
            Pattern.compile("\\s*(?:[$#]\\{(?<inner>[^{}]*)}|=(?<feel>.*))\\s*", Pattern.DOTALL);
    private static final String CONSTANT = "'[^'\\\\]*'|\"[^\"\\\\]*\"|-?\\d{1,15}(?:\\.\\d{1,9})?|true|false";
    private static final Pattern COMPARISON = Pattern.compile(
            "\\s*(?<variable>[A-Za-z_]\\w*)\\s*(?<operator>===?|!==?|<=|>=|<|>|=|\\beq\\b|\\bne\\b|\\blt\\b|\\ble\\b|\\bgt\\b|\\bge\\b)\\s*(?<constant>"
                    + CONSTANT + ")\\s*");
    private static final Pattern TRUTH = Pattern.compile("\\s*(?<not>(?:!|not\\s)\\s*)?(?<variable>[A-Za-z_]\\w*)\\s*");

    /** Words of expression languages, and names that every instance has. */
    private static final Set<String> RESERVED = Set.of(
            "id",
            "exchange",
            "client",
            "execution",
            "task",
            "empty",
            "not",
            "and",
            "or",
            "true",
            "false",
            "null",
            "div",
            "mod",
            "eq",
            "ne",
            "lt",
            "le",
            "gt",
            "ge",
            "instanceof");

    /** Reads a condition. Returns nothing for one that does more than compare a variable with a constant. */
    static Optional<Condition> read(String text) {
        Matcher expression = EXPRESSION.matcher(text);
        if (!expression.matches()) {
            return Optional.empty();
        }
        String inner = expression.group("inner") == null ? expression.group("feel") : expression.group("inner");
        Matcher truth = TRUTH.matcher(inner);
        if (truth.matches()) {
            return named(truth.group("variable"), "==", truth.group("not") == null);
        }
        Matcher comparison = COMPARISON.matcher(inner);
        return comparison.matches()
                ? named(
                        comparison.group("variable"),
                        operator(comparison.group("operator")),
                        constant(comparison.group("constant")))
                : Optional.empty();
    }

    /** Returns whether a name may be a variable: neither a word of an expression nor one that every instance has. */
    static boolean isFree(String name) {
        return !RESERVED.contains(name);
    }

    private static Optional<Condition> named(String variable, String operator, Object constant) {
        boolean ordered = constant instanceof BigDecimal || operator.equals("==") || operator.equals("!=");
        return isFree(variable) && ordered
                ? Optional.of(new Condition(variable, operator, constant))
                : Optional.empty();
    }

    private static String operator(String written) {
        return switch (written) {
            case "=", "==", "===", "eq" -> "==";
            case "!=", "!==", "ne" -> "!=";
            case "<", "lt" -> "<";
            case "<=", "le" -> "<=";
            case ">", "gt" -> ">";
            default -> ">=";
        };
    }

    private static Object constant(String written) {
        if (written.equals("true") || written.equals("false")) {
            return Boolean.valueOf(written);
        }
        char first = written.charAt(0);
        return first == '\'' || first == '"' ? written.substring(1, written.length() - 1) : new BigDecimal(written);
    }

    /** Returns values of the variable of which at least one satisfies the condition and one does not. */
    Set<Object> candidates() {
        Set<Object> values = new LinkedHashSet<>();
        values.add(constant);
        if (constant instanceof Boolean truth) {
            values.add(!truth);
        } else if (constant instanceof BigDecimal number) {
            values.add(number.add(BigDecimal.ONE));
            values.add(number.subtract(BigDecimal.ONE));
        } else {
            values.add("other");
            values.add("another");
        }
        return values;
    }

    /** Returns whether a value of the variable, of the type of the constant, satisfies the condition. */
    boolean holds(Object value) {
        if (value instanceof BigDecimal number && constant instanceof BigDecimal limit) {
            int order = number.compareTo(limit);
            return switch (operator) {
                case "==" -> order == 0;
                case "!=" -> order != 0;
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                default -> order >= 0;
            };
        }
        return value.equals(constant) == operator.equals("==");
    }

    /** Returns the condition as an expression of the engines. */
    String expression() {
        String written = constant instanceof String text
                ? "'" + text + "'"
                : constant instanceof BigDecimal number ? number.toPlainString() : constant.toString();
        return "${" + variable + " " + operator + " " + written + "}";
    }
}
