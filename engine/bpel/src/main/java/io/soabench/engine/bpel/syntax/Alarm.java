package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import java.util.Optional;

/**
 * The time of a {@code wait} or {@code onAlarm}, as written.
 *
 * @param duration the time to wait, {@code for}
 * @param deadline the time of day and date to wait for, {@code until}
 * @param repeatEvery the time from one alarm to the next, only in event handlers
 */
public record Alarm(Optional<Expression> duration, Optional<Expression> deadline, Optional<Expression> repeatEvery) {}
