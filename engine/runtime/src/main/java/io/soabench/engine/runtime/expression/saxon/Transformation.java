package io.soabench.engine.runtime.expression.saxon;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.StyleSheet;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jaxen.NamespaceContext;

/** A call of {@code bpel:doXslTransform} (WS-BPEL 2.0, section 8.4). */
public final class Transformation extends CompiledExpression {
    public static final String NAME = "doXslTransform";

    private final String address;
    private final StyleSheet sheet;
    private final NamespaceContext namespaces;
    private final List<CompiledExpression> arguments;

    /**
     * Makes a call.
     *
     * @param address of the style sheet as written
     * @param sheet the style sheet, or null when there is none
     * @param namespaces for names of parameters
     * @param arguments the source, then names and values of parameters
     */
    public Transformation(
            String address, StyleSheet sheet, NamespaceContext namespaces, List<CompiledExpression> arguments) {
        this.address = address;
        this.sheet = sheet;
        this.namespaces = namespaces;
        this.arguments = List.copyOf(arguments);
    }

    @Override
    public Object evaluate(Slots slots) {
        List<Object> values = new ArrayList<>();
        arguments.forEach(argument -> values.add(argument.evaluate(slots)));
        return transform(address, sheet, namespaces, values, slots.now(), SaxonFunctions.budget(slots));
    }

    public static Object transform(
            String address,
            StyleSheet sheet,
            NamespaceContext namespaces,
            List<?> values,
            OffsetDateTime now,
            EvaluationBudget budget) {
        if (sheet == null) {
            throw StandardFault.XSLT_STYLESHEET_NOT_FOUND.thrown("There is no style sheet '" + address + "'.");
        }
        if (!(single(values.get(0)) instanceof Element source)) {
            throw StandardFault.XSLT_INVALID_SOURCE.thrown(
                    "The source of the style sheet '" + address + "' is not one element.");
        }
        Map<String, Object> parameters = new LinkedHashMap<>();
        for (int i = 1; i + 1 < values.size(); i += 2) {
            Object value = single(values.get(i + 1));
            parameters.put(
                    clark(XPathValues.toText(values.get(i)), namespaces),
                    value instanceof Element
                                    || value instanceof Attribute
                                    || value instanceof Double
                                    || value instanceof Boolean
                                    || value instanceof List<?>
                            ? value
                            : XPathValues.toText(value));
        }
        return sheet.transform(source, parameters, now, budget);
    }

    private static Object single(Object value) {
        return value instanceof List<?> nodes && nodes.size() == 1 ? nodes.get(0) : value;
    }

    private static String clark(String name, NamespaceContext namespaces) {
        int colon = name.startsWith("{") ? -1 : name.indexOf(':');
        String namespace = colon < 0 ? null : namespaces.translateNamespacePrefixToUri(name.substring(0, colon));
        return namespace == null ? name : "{" + namespace + "}" + name.substring(colon + 1);
    }
}
