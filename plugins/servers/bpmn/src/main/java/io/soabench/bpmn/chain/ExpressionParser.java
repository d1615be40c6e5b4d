package io.soabench.bpmn.chain;

import io.soabench.bpmn.ClientBean;
import io.soabench.bpmn.PartnerBean;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parser, by recursive descent, of the part of the expression language of BPMN engines that tasks in a row need. It knows calls of partners, the
 * answer to the client, sums, single values of answers that have several, numbers and texts.
 */
final class ExpressionParser {

    private static final Pattern TOKEN =
            Pattern.compile("\\d+(?:\\.\\d+)?|'[^']*'|\"[^\"]*\"|[A-Za-z_]\\w*|[-+.,(){}$#]");
    private static final String END = "";

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private int at;

    private ExpressionParser(String text) {
        this.text = text;
        Matcher matcher = TOKEN.matcher(text);
        int end = 0;
        while (matcher.find()) {
            if (!text.substring(end, matcher.start()).isBlank()) {
                throw unknown();
            }
            tokens.add(matcher.group());
            end = matcher.end();
        }
        if (!text.substring(end).isBlank()) {
            throw unknown();
        }
    }

    /**
     * Parses an expression in braces.
     *
     * @throws IllegalArgumentException when it is another expression; the message quotes it
     */
    static TaskExpression parse(String text) {
        ExpressionParser parser = new ExpressionParser(text);
        if (!parser.takes("#")) {
            parser.require("$");
        }
        parser.require("{");
        TaskExpression parsed = parser.sum();
        parser.require("}");
        if (!parser.next().equals(END)) {
            throw parser.unknown();
        }
        return parsed;
    }

    private IllegalArgumentException unknown() {
        return new IllegalArgumentException("the front alone does not know the expression \"" + text
                + "\"; it knows calls, answers, sums and values");
    }

    private String next() {
        return at < tokens.size() ? tokens.get(at) : END;
    }

    private boolean takes(String token) {
        boolean found = next().equals(token);
        at += found ? 1 : 0;
        return found;
    }

    private void require(String token) {
        if (!takes(token)) {
            throw unknown();
        }
    }

    private String name() {
        String token = next();
        if (token.equals(END) || !(Character.isLetter(token.charAt(0)) || token.charAt(0) == '_')) {
            throw unknown();
        }
        at++;
        return token;
    }

    private TaskExpression sum() {
        TaskExpression sum = value();
        while (takes("+")) {
            TaskExpression left = sum;
            TaskExpression right = value();
            sum = (beans, variables) -> plus(left.value(beans, variables), right.value(beans, variables));
        }
        return sum;
    }

    private TaskExpression value() {
        TaskExpression value = primary();
        while (takes(".")) {
            String name = name();
            value = takes("(") ? operation(value, name, arguments()) : property(value, name);
        }
        return value;
    }

    private List<TaskExpression> arguments() {
        List<TaskExpression> arguments = new ArrayList<>();
        if (!takes(")")) {
            do {
                arguments.add(sum());
            } while (takes(","));
            require(")");
        }
        return arguments;
    }

    private TaskExpression primary() {
        if (takes("(")) {
            TaskExpression inner = sum();
            require(")");
            return inner;
        }
        boolean negative = takes("-");
        String token = next();
        if (!token.equals(END) && Character.isDigit(token.charAt(0))) {
            at++;
            try {
                return constant(number((negative ? "-" : "") + token));
            } catch (NumberFormatException e) {
                // It has more digits than a long.
                throw unknown();
            }
        }
        if (negative) {
            throw unknown();
        }
        if (token.startsWith("'") || token.startsWith("\"")) {
            at++;
            return constant(token.substring(1, token.length() - 1));
        }
        String name = name();
        return (beans, variables) -> named(name, beans, variables);
    }

    private static TaskExpression constant(Object value) {
        return (beans, variables) -> value;
    }

    private static Object number(String token) {
        if (token.indexOf('.') >= 0) {
            return new BigDecimal(token);
        }
        return Long.valueOf(token);
    }

    private static Object named(String name, Map<String, Object> beans, Map<String, Object> variables) {
        Object value = variables.get(name);
        if (value == null) {
            value = beans.get(name);
        }
        if (value == null) {
            throw new IllegalStateException("there is no value of the name " + name);
        }
        return value;
    }

    private static TaskExpression property(TaskExpression of, String name) {
        return (beans, variables) -> {
            Object value = of.value(beans, variables);
            if (value instanceof Map<?, ?> several && several.containsKey(name)) {
                return several.get(name);
            }
            throw new IllegalStateException("there is no value " + name + " in " + value);
        };
    }

    private TaskExpression operation(TaskExpression of, String name, List<TaskExpression> arguments) {
        if (!List.of("call", "answer", "add").contains(name) || arguments.isEmpty()) {
            throw unknown();
        }
        return (beans, variables) -> {
            Object subject = of.value(beans, variables);
            List<Object> values = new ArrayList<>(arguments.size());
            arguments.forEach(each -> values.add(each.value(beans, variables)));
            return apply(subject, name, values);
        };
    }

    private static Object apply(Object subject, String name, List<Object> values) {
        List<Object> rest = values.subList(1, values.size());
        if (subject instanceof PartnerBean partner
                && name.equals("call")
                && values.get(0) instanceof String operation) {
            return partner.callWith(operation, rest);
        }
        if (subject instanceof ClientBean client && name.equals("answer") && values.get(0) instanceof Long exchange) {
            client.answerWith(exchange, rest);
            return null;
        }
        if (name.equals("add") && rest.isEmpty()) {
            return plus(subject, values.get(0));
        }
        throw new IllegalStateException(subject + " has no operation " + name);
    }

    /** Adds as the expression language does: whole numbers, decimals when one of both is a decimal. */
    private static Object plus(Object left, Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            return Math.addExact(a, b);
        }
        if (left instanceof Double || right instanceof Double) {
            return Double.parseDouble(left.toString()) + Double.parseDouble(right.toString());
        }
        try {
            return new BigDecimal(left.toString()).add(new BigDecimal(right.toString()));
        } catch (NumberFormatException e) {
            throw new IllegalStateException(left + " and " + right + " are no numbers that can be added", e);
        }
    }
}
