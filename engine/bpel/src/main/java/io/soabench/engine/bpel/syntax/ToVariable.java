package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;
import java.util.Optional;

/** A variable, one of its parts, or the selection of a query in it. */
public record ToVariable(String variable, Optional<String> part, Optional<Expression> query, Location location)
        implements To {}
