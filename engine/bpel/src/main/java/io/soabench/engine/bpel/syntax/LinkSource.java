package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;
import java.util.Optional;

/** The start of a link, at the activity that determines its status. */
public record LinkSource(String linkName, Optional<Expression> transitionCondition, Location location) {}
