package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.compile.ExpressionCompiler;
import io.soabench.engine.runtime.fault.StandardFault;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The problems that do not prevent a deployment, and the faults that they raise when the process runs. Counters and
 * numbers of branches need no substitute: their values are checked at run time anyway.
 */
final class Tolerance {
    private final Map<Location, Problem> expressions = new HashMap<>();
    private final Map<Location, Problem> copies = new HashMap<>();
    private final Set<Location> met = new HashSet<>();

    Tolerance(ProcessDefinition definition) {
        for (Problem problem : definition.problems()) {
            String fault = ProcessDefinition.TOLERABLE.getOrDefault(problem.code(), "");
            if (fault.equals(
                    StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.qualifiedName().name())) {
                expressions.put(problem.location(), problem);
            } else if (fault.equals(
                    StandardFault.MISMATCHED_ASSIGNMENT_FAILURE.qualifiedName().name())) {
                copies.put(problem.location(), problem);
            }
        }
    }

    /** Returns the substitute for the expression at a place; null for one without problem. */
    CompiledExpression expression(Location place) {
        Problem problem = expressions.get(place);
        return problem == null
                ? null
                : ExpressionCompiler.failing(StandardFault.SUB_LANGUAGE_EXECUTION_FAULT, problem.message());
    }

    /** Returns the substitute for source and target of the copy at a place; null for one without problem. */
    CompiledExpression copy(Location place) {
        Problem problem = copies.get(place);
        if (problem == null) {
            return null;
        }
        met.add(place);
        return ExpressionCompiler.failing(StandardFault.MISMATCHED_ASSIGNMENT_FAILURE, problem.message());
    }

    /** Reports the problems without a substitute, such as those of parts of a message. */
    void rest(Problems problems) {
        copies.forEach((place, problem) -> {
            if (!met.contains(place)) {
                problems.add(problem.code(), place, problem.message());
            }
        });
    }
}
