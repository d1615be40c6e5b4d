package io.soabench.bpmn.chain;

import java.util.Map;

/** An expression of a task. Immutable. */
@FunctionalInterface
interface TaskExpression {

    /**
     * Returns the value.
     *
     * @param beans partners and the client by name
     * @param variables by name
     * @throws IllegalStateException when a name has no value, or an operation does not suit its values
     */
    Object value(Map<String, Object> beans, Map<String, Object> variables);
}
