package io.soabench.analyzer.repetition;

import io.soabench.plan.Outcome;

/**
 * Failed requests with one cause.
 *
 * @param process that got them
 * @param origin partner (planned by the model), event (of the model: the process was not there), engine, network, run or unknown
 * @param requests how many
 * @param example what one of their clients was told
 */
public record FailureCause(
        String process, Outcome outcome, String cause, String origin, long requests, String example) {}
