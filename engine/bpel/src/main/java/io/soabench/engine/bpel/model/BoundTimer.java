package io.soabench.engine.bpel.model;

import java.util.Optional;

/**
 * The time of a wait or alarm. It has either a duration or a deadline. Only an alarm of an event handler may have
 * neither, if it has {@code repeatEvery}.
 *
 * @param duration the time to wait
 * @param deadline the time of day and date to wait for
 * @param repeatEvery the time from one alarm to the next
 */
public record BoundTimer(
        Optional<BoundExpression> duration,
        Optional<BoundExpression> deadline,
        Optional<BoundExpression> repeatEvery) {}
