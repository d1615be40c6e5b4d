package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Expression;
import java.util.Map;

/**
 * An expression with everything it refers to. Immutable.
 *
 * @param expression text, language, namespaces and place
 * @param variables the variables by the text after {@code $}: {@code v} or {@code v.part}
 * @param links the links by the name after {@code $}; only in join conditions, which have no variables
 * @param properties the properties, one for each call of {@code bpel:getVariableProperty}
 */
public record BoundExpression(
        Expression expression,
        Map<String, VariableUse> variables,
        Map<String, Link> links,
        Map<PropertyKey, PropertyUse> properties) {

    public BoundExpression {
        variables = Map.copyOf(variables);
        links = Map.copyOf(links);
        properties = Map.copyOf(properties);
    }

    /** The two literal arguments of {@code bpel:getVariableProperty}, as written. */
    public record PropertyKey(String variable, String property) {}
}
