package io.soabench.engine.bpel.model;

import java.util.Optional;

/**
 * The time of a wait or alarm; exactly one of duration and deadline, except that an alarm of an event handler may have only {@code repeatEvery}.
 */
public record BoundTimer(
        Optional<BoundExpression> duration,
        Optional<BoundExpression> deadline,
        Optional<BoundExpression> repeatEvery) {}
