package io.soabench.analyzer.repetition;

import io.soabench.plan.Outcome;

/**
 * Failed requests with one cause.
 *
 * @param process process that got them
 * @param origin partner (planned by the model), event (of the model: the process was not deployed), engine, network, run or unknown
 * @param requests number of requests
 * @param example the failure as one of their clients saw it
 */
public record FailureCause(
        String process, Outcome outcome, String cause, String origin, long requests, String example) {}
