package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.expression.CompiledExpression;

/**
 * A link at its source.
 *
 * @param link where its status is held
 * @param condition transition condition, or null for true
 */
public record OutgoingLink(LinkReference link, CompiledExpression condition) {}
