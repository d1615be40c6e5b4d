package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import java.util.Optional;

/**
 * A {@code forEach} as written: a counted loop, sequential or parallel (section 11.7).
 *
 * @param header the standard attributes and elements
 * @param parallel true if the iterations run side by side
 * @param counterName the name of the counter
 * @param startCounterValue the first value of the counter
 * @param finalCounterValue the last value of the counter
 * @param completionCondition the early end of the loop
 * @param body the scope of one iteration
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
