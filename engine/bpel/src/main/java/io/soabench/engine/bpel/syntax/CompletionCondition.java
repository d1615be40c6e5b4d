package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;
import java.util.Optional;

/** {@code completionCondition}: the number of branches of a forEach after which the forEach is complete. */
public record CompletionCondition(Optional<Expression> branches, boolean successfulBranchesOnly, Location location) {}
