package io.soabench.languages.bpmn;

import io.soabench.contracts.source.Location;
import io.soabench.languages.PartnerCall;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A call in an expression: {@code quote.call('price', id, 1)} or {@code client.answer(exchange, sum)}.
 *
 * @param bean name of the partner, or {@code client}
 * @param operation the first argument of {@code call} without quotes; empty for {@code answer}, and where it is not a
 *     literal
 * @param values number of the message's values
 * @param task id of the element
 * @param location of the attribute
 */
public record BpmnCall(String bean, String operation, int values, String task, Location location) {

    /** The bean of the client. */
    public static final String CLIENT = "client";

    private static final Pattern CALL = Pattern.compile("\\b([A-Za-z_][\\w-]*)\\.(call|answer)\\(");
    private static final Pattern LITERAL = Pattern.compile("'([^']*)'|\"([^\"]*)\"");

    /** Returns whether the call answers the client. */
    public boolean answers() {
        return bean.equals(CLIENT);
    }

    /** Returns this call as a call of a partner. */
    PartnerCall ofPartner() {
        return new PartnerCall(bean, operation, location);
    }

    /** Finds the calls of an expression. */
    static List<BpmnCall> in(String expression, String task, Location location) {
        List<BpmnCall> calls = new ArrayList<>();
        Matcher matcher = CALL.matcher(expression);
        while (matcher.find()) {
            List<String> arguments = arguments(expression, matcher.end());
            String first = arguments.isEmpty() ? "" : arguments.get(0);
            Matcher literal = LITERAL.matcher(first);
            boolean call = matcher.group(2).equals("call");
            String operation =
                    !call || !literal.matches() ? "" : literal.group(1) == null ? literal.group(2) : literal.group(1);
            calls.add(new BpmnCall(matcher.group(1), operation, Math.max(0, arguments.size() - 1), task, location));
        }
        return calls;
    }

    /** Splits arguments at commas outside of parentheses and quotes. */
    private static List<String> arguments(String text, int start) {
        List<String> arguments = new ArrayList<>();
        StringBuilder argument = new StringBuilder();
        int depth = 0;
        char quote = 0;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == ')' && depth == 0) {
                break;
            } else if (c == '(' || c == '[') {
                depth++;
            } else if (c == ')' || c == ']') {
                depth--;
            } else if (c == ',' && depth == 0) {
                arguments.add(argument.toString().strip());
                argument.setLength(0);
                continue;
            }
            argument.append(c);
        }
        if (!argument.toString().isBlank()) {
            arguments.add(argument.toString().strip());
        }
        return arguments;
    }
}
