package io.soabench.analyzer.repetition;

import io.soabench.plan.Outcome;

/**
 * Failed requests with one cause.
 *
 * @param process process that got them
 * @param outcome the failure as the load client classified it
 * @param cause the cause in words, the same for all of these requests
 * @param origin partner (planned by the model), event (of the model: the process was not deployed, or the engine was killed), engine,
 *     network, run (it ended before the answer) or unknown
 * @param requests number of requests
 * @param example the failure as one of their clients saw it
 */
public record FailureCause(
        String process, Outcome outcome, String cause, String origin, long requests, String example) {}
