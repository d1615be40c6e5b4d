package io.soabench.engine.runtime.expression.jaxen;

import io.soabench.engine.runtime.expression.XPathValues;
import java.util.List;
import java.util.Map;
import org.jaxen.Context;
import org.jaxen.Function;
import org.jaxen.FunctionCallException;
import org.jaxen.Navigator;
import org.jaxen.function.StringFunction;

/**
 * The functions of XPath 1.0 that take numbers (sections 4.2 and 4.4). jaxen reads other texts as numbers, too, such as
 * 1e3, +5 and Infinity. It takes the positions of {@code substring} for whole numbers of Java, so that positions beyond
 * them select nothing.
 */
final class JaxenNumbers {
    private static final Map<String, Function> FUNCTIONS = Map.of(
            "number",
            JaxenNumbers::number,
            "sum",
            JaxenNumbers::sum,
            "floor",
            (at, arguments) -> Math.floor(only("floor", at, arguments)),
            "ceiling",
            (at, arguments) -> Math.ceil(only("ceiling", at, arguments)),
            "round",
            (at, arguments) -> round(only("round", at, arguments)),
            "substring",
            JaxenNumbers::substring);

    private JaxenNumbers() {}

    /** Returns the function of that name, or null when it is none of these. */
    static Function function(String name) {
        return FUNCTIONS.get(name);
    }

    private static double only(String name, Context at, List<?> arguments) throws FunctionCallException {
        require(arguments.size() == 1, name, "one argument");
        return JaxenOperation.number(arguments.get(0), at.getNavigator());
    }

    private static Object number(Context at, List<?> arguments) throws FunctionCallException {
        return arguments.isEmpty()
                ? JaxenOperation.number(at.getNodeSet(), at.getNavigator())
                : only("number", at, arguments);
    }

    private static Object sum(Context at, List<?> arguments) throws FunctionCallException {
        require(arguments.size() == 1 && arguments.get(0) instanceof List<?>, "sum", "a set of nodes");
        double sum = 0;
        for (Object node : (List<?>) arguments.get(0)) {
            sum += JaxenOperation.number(node, at.getNavigator());
        }
        return sum;
    }

    /** Returns the nearest whole number, of two the larger one; below zero it keeps its sign. */
    private static double round(double number) {
        double below = Math.floor(number);
        double nearest = number - below >= 0.5 ? below + 1 : below;
        return Math.copySign(nearest, number);
    }

    /** Returns the characters whose position is at least the one number, and less than the sum of both. */
    private static Object substring(Context at, List<?> arguments) throws FunctionCallException {
        require(arguments.size() == 2 || arguments.size() == 3, "substring", "two or three arguments");
        Navigator navigator = at.getNavigator();
        String text = arguments.get(0) instanceof Double number
                ? XPathValues.text(number)
                : StringFunction.evaluate(arguments.get(0), navigator);
        int characters = text.codePointCount(0, text.length());
        double first = round(JaxenOperation.number(arguments.get(1), navigator));
        double behind = arguments.size() == 2
                ? Double.POSITIVE_INFINITY
                : first + round(JaxenOperation.number(arguments.get(2), navigator));
        if (Double.isNaN(first) || Double.isNaN(behind) || first > characters || behind <= Math.max(first, 1)) {
            return "";
        }
        int from = (int) Math.max(first, 1);
        int to = (int) Math.min(behind, characters + 1.0);
        int begin = text.offsetByCodePoints(0, from - 1);
        return text.substring(begin, text.offsetByCodePoints(begin, to - from));
    }

    private static void require(boolean met, String name, String needed) throws FunctionCallException {
        if (!met) {
            throw new FunctionCallException(name + "() takes " + needed);
        }
    }
}
