package io.soabench.plan;

/**
 * A stretch of the measurement in which the load is constant, rises or falls evenly: a stage, or the stay of bursts in
 * a state.
 *
 * @param stage name in words for the report; stretches of one name are one stage
 * @param fromMs its start since the start of the measurement, in milliseconds
 * @param toMs its end since the start of the measurement, in milliseconds
 * @param from the load at its start: mean arrivals a second of an open workload, clients of a closed one
 * @param to the load at its end
 */
public record StagePlan(String stage, double fromMs, double toMs, double from, double to) {}
