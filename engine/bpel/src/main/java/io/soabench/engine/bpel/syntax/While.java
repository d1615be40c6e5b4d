package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;

/**
 * {@code while}: loop with its condition first (section 11.3).
 */
public record While(ActivityHeader header, Expression condition, ActivityElement body) implements ActivityElement {}
