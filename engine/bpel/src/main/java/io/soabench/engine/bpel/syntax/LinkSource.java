package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * The end of a link at the activity that decides it.
 */
public record LinkSource(String linkName, Optional<Expression> transitionCondition, Location location) {}
