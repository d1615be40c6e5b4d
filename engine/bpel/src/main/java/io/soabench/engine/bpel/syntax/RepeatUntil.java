package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;

/**
 * A {@code repeatUntil} as written: a loop with its condition at the end (section 11.4).
 *
 * @param header the standard attributes and elements
 * @param body the repeated activity
 * @param condition ends the loop when it is true
 */
public record RepeatUntil(ActivityHeader header, ActivityElement body, Expression condition)
        implements ActivityElement {}
