package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import java.util.Optional;

/**
 * The time of a {@code wait} or {@code onAlarm}.
 *
 * @param duration {@code for}
 * @param deadline {@code until}
 * @param repeatEvery only in event handlers
 */
public record Alarm(Optional<Expression> duration, Optional<Expression> deadline, Optional<Expression> repeatEvery) {}
