package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;

/**
 * {@code repeatUntil}: loop with its condition last (section 11.4).
 */
public record RepeatUntil(ActivityHeader header, ActivityElement body, Expression condition)
        implements ActivityElement {}
