package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * A {@code completionCondition} as written: the number of branches of a forEach after which the forEach is complete
 * (section 11.7).
 *
 * @param branches the number; empty if it is not written
 * @param successfulBranchesOnly true if only branches without a fault count
 * @param location the element
 */
public record CompletionCondition(Optional<Expression> branches, boolean successfulBranchesOnly, Location location) {}
