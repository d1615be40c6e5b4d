package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Expression;
import java.util.Map;

/**
 * An expression with everything it refers to.
 *
 * @param expression text, language, namespaces and place
 * @param variables by the text after {@code $}: {@code v} or {@code v.part}
 * @param links by the name after {@code $}; only in join conditions, which then have no variables
 * @param properties for each call of {@code bpel:getVariableProperty}
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
