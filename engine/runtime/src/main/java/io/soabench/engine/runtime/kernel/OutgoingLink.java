package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.expression.CompiledExpression;

/**
 * A link at its source activity.
 *
 * @param link the reference to its status
 * @param condition the transition condition; null for true
 */
public record OutgoingLink(LinkReference link, CompiledExpression condition) {}
