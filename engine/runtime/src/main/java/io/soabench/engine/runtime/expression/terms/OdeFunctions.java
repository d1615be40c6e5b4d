package io.soabench.engine.runtime.expression.terms;

import io.soabench.engine.bpel.xpath.OdeExtensions;
import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import io.soabench.engine.runtime.expression.budget.StepCountedText;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Functions of Apache ODE that its documentation defines in full, see {@link OdeExtensions}. Stateless. */
public final class OdeFunctions {
    private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]+)}");
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String UNRESERVED = "-_.!~*'()";

    private OdeFunctions() {}

    /** Returns the function of that name as a term. */
    public static Terms.Function body(String name) throws ExpressionSyntaxException {
        if (!OdeExtensions.FUNCTIONS.contains(name)) {
            throw new ExpressionSyntaxException("The function '" + name + "' of Apache ODE is not known.");
        }
        return (arguments, slots) -> call(
                name,
                arguments.stream().map(argument -> argument.evaluate(slots)).toList(),
                slots.valueBytes());
    }

    /**
     * Calls a function with values as in {@link CompiledExpression}.
     *
     * @param mostBytes of a value
     * @throws FaultException with the fault that Apache ODE raises for wrong arguments; limitExceeded for a value that is too large
     */
    public static Object call(String name, List<Object> arguments, int mostBytes) {
        return switch (name) {
            case OdeExtensions.COMBINE_URL -> combined(name, arguments);
            case OdeExtensions.COMPOSE_URL, OdeExtensions.EXPAND_TEMPLATE -> expanded(name, arguments, mostBytes);
            case OdeExtensions.SPLIT_TO_ELEMENTS -> split(name, arguments, mostBytes);
            default -> throw wrong(name, "there is no such function");
        };
    }

    private static FaultException wrong(String function, String reason) {
        String fault =
                function.equals(OdeExtensions.SPLIT_TO_ELEMENTS) ? "splitInvalidSource" : function + "InvalidSource";
        return new FaultException(Fault.of(
                new QualifiedName(OdeExtensions.NAMESPACE, fault),
                "The function '" + function + "' cannot be evaluated: " + reason + "."));
    }

    private static String text(List<Object> arguments, int index) {
        return XPathValues.toText(arguments.get(index));
    }

    private static String combined(String name, List<Object> arguments) {
        if (arguments.size() != 2) {
            throw wrong(name, "it takes a base and a relative URL");
        }
        try {
            URI base = new URI(text(arguments, 0).strip());
            if (!base.isAbsolute() || base.isOpaque()) {
                throw wrong(name, "'" + base + "' is no absolute URL");
            }
            return base.resolve(new URI(text(arguments, 1).strip())).toString();
        } catch (URISyntaxException e) {
            throw wrong(name, e.getMessage());
        }
    }

    private static String expanded(String name, List<Object> arguments, int mostBytes) {
        boolean pairs = arguments.size() > 2 && arguments.size() % 2 == 1;
        if (!pairs && arguments.size() != 2) {
            throw wrong(name, "it takes a template and an element, or a template, names and values by turns");
        }
        Map<String, String> values = new HashMap<>();
        if (pairs) {
            for (int i = 1; i < arguments.size(); i += 2) {
                values.put(text(arguments, i), text(arguments, i + 1));
            }
        } else {
            element(name, arguments.get(1)).elements().forEach(child -> values.put(child.name(), child.text()));
        }
        boolean keep = name.equals(OdeExtensions.EXPAND_TEMPLATE);
        Matcher variable = VARIABLE.matcher(text(arguments, 0));
        StringBuilder url = new StringBuilder();
        EvaluationBudget budget = new EvaluationBudget(Long.MAX_VALUE, mostBytes);
        while (variable.find()) {
            String content = variable.group(1);
            int equals = content.indexOf('=');
            if (content.indexOf('|') >= 0) {
                throw wrong(name, "'" + variable.group() + "' is none of the variables that it knows");
            }
            String value = values.get(equals < 0 ? content : content.substring(0, equals));
            String found = value != null ? value : equals >= 0 ? content.substring(equals + 1) : null;
            String put = found != null ? escaped(found) : keep ? variable.group() : "";
            variable.appendReplacement(url, Matcher.quoteReplacement(put));
            budget.sequence(url.length());
        }
        return variable.appendTail(url).toString();
    }

    private static Element element(String name, Object value) {
        Object first = value instanceof List<?> nodes && !nodes.isEmpty() ? nodes.get(0) : value;
        if (first instanceof Element element) {
            return element;
        }
        throw wrong(name, "the second argument is no element");
    }

    private static String escaped(String value) {
        StringBuilder escaped = new StringBuilder();
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xFF);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (plain || UNRESERVED.indexOf(c) >= 0) {
                escaped.append(c);
            } else {
                escaped.append('%').append(HEX.toHexDigits(octet));
            }
        }
        return escaped.toString();
    }

    private static Element split(String name, List<Object> arguments, int mostBytes) {
        if (arguments.size() != 3 && arguments.size() != 4) {
            throw wrong(name, "it takes a text, a separator, a name and perhaps a namespace");
        }
        String namespace = arguments.size() == 4 ? text(arguments, 3) : "";
        Element piece = Element.empty("", namespace, text(arguments, 2));
        List<Element> pieces = new ArrayList<>();
        StepCountedText text = new StepCountedText(text(arguments, 0));
        EvaluationBudget budget = new EvaluationBudget(Long.MAX_VALUE, mostBytes);
        try {
            Pattern separator = Pattern.compile(text(arguments, 1));
            Matcher separators = separator.matcher(text);
            long bytes = text.length();
            while (separators.find()) {
                bytes += piece.withText(" ").weight();
                budget.sequence(bytes);
            }
            for (String one : separator.split(text, 0)) {
                pieces.add(piece.withText(one.strip()));
            }
        } catch (PatternSyntaxException e) {
            throw wrong(name, "'" + text(arguments, 1) + "' is no regular expression");
        } catch (StackOverflowError e) {
            throw wrong(name, "the text is too long for '" + text(arguments, 1) + "'");
        }
        return Element.empty("", "", "wrapper").withContent(pieces);
    }
}
