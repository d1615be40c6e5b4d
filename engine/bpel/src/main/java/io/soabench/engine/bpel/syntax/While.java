package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;

/**
 * A {@code while} as written: a loop with its condition at the beginning (section 11.3).
 *
 * @param header the standard attributes and elements
 * @param condition starts an iteration when it is true
 * @param body the repeated activity
 */
public record While(ActivityHeader header, Expression condition, ActivityElement body) implements ActivityElement {}
