package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import java.util.Optional;

/**
 * {@code forEach}: counted loop, sequential or parallel (section 11.7).
 */
public record ForEach(
        ActivityHeader header,
        boolean parallel,
        String counterName,
        Expression startCounterValue,
        Expression finalCounterValue,
        Optional<CompletionCondition> completionCondition,
        Scope body)
        implements ActivityElement {}
