package io.soabench.engine.bpel.profile;

import io.soabench.engine.bpel.model.ActivityNode;
import io.soabench.engine.bpel.model.BoundExpression;
import io.soabench.engine.bpel.model.ForEachNode;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.RepeatUntilNode;
import io.soabench.engine.bpel.model.Variable;
import io.soabench.engine.bpel.model.VariableUse;
import io.soabench.engine.bpel.model.WhileNode;
import io.soabench.engine.bpel.xpath.XPath;
import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * The numbers of iterations of loops, where the text determines them. These are forEach with literal bounds, and while
 * and repeatUntil over a counter. Such a counter starts at a literal, and each iteration changes it exactly once by a
 * literal.
 */
final class LoopCounts {
    /** The number of iterations above which a loop counts as unknown. */
    static final long MOST_ITERATIONS = 10_000_000;

    private final CounterValues values;

    LoopCounts(ProcessModel model) {
        this.values = new CounterValues(model);
    }

    Optional<Long> of(ForEachNode loop) {
        if (loop.branches().isPresent()) {
            return Optional.empty();
        }
        Optional<Double> first = number(loop.startCounterValue());
        Optional<Double> last = number(loop.finalCounterValue());
        return first.flatMap(f -> last.map(l -> l - f))
                .filter(difference -> difference < MOST_ITERATIONS)
                .map(difference -> Math.max(0, Math.round(difference) + 1));
    }

    private static Optional<Double> number(BoundExpression expression) {
        return XPath.parse(expression.expression().text()).expression().flatMap(XPath::number);
    }

    Optional<Long> of(WhileNode loop) {
        return count(loop, loop.body(), loop.condition(), false);
    }

    Optional<Long> of(RepeatUntilNode loop) {
        return count(loop, loop.body(), loop.condition(), true);
    }

    private Optional<Long> count(ActivityNode loop, ActivityNode body, BoundExpression condition, boolean until) {
        Optional<XPath.Operation> comparison =
                XPath.parse(condition.expression().text()).expression().flatMap(XPath::operation);
        if (comparison.isEmpty()) {
            return Optional.empty();
        }
        XPath.Operation c = comparison.get();
        Optional<Long> count = counted(loop, body, condition, c.left(), c.operator(), c.right(), until);
        return count.isPresent()
                ? count
                : counted(loop, body, condition, c.right(), mirrored(c.operator()), c.left(), until);
    }

    private Optional<Long> counted(
            ActivityNode loop,
            ActivityNode body,
            BoundExpression condition,
            XPath.Term counterTerm,
            String operator,
            XPath.Term limitTerm,
            boolean until) {
        Optional<Variable> counter = variable(counterTerm, condition);
        Optional<Double> limit = limit(limitTerm, condition, loop, body);
        Optional<Double> step = counter.flatMap(variable -> values.stepIn(body, variable));
        Optional<Double> start = counter.flatMap(variable -> values.before(loop, variable));
        Optional<DoublePredicate> holds = limit.flatMap(value -> predicate(operator, value));
        if (step.isEmpty() || start.isEmpty() || holds.isEmpty()) {
            return Optional.empty();
        }
        return simulate(start.get(), step.get(), until ? holds.get().negate() : holds.get(), until);
    }

    private static Optional<Long> simulate(double start, double step, DoublePredicate again, boolean bodyFirst) {
        double value = start;
        long count = 0;
        boolean enter = bodyFirst || again.test(value);
        while (enter) {
            count++;
            value += step;
            if (count > MOST_ITERATIONS) {
                return Optional.empty();
            }
            enter = again.test(value);
        }
        return Optional.of(count);
    }

    private Optional<Double> limit(XPath.Term term, BoundExpression condition, ActivityNode loop, ActivityNode body) {
        if (term.number().isPresent()) {
            return term.number();
        }
        return variable(term, condition)
                .filter(variable -> !values.isWritten(body, variable))
                .flatMap(variable -> values.before(loop, variable));
    }

    private static Optional<Variable> variable(XPath.Term term, BoundExpression expression) {
        return term.variable()
                .map(name -> expression.variables().get(name))
                .filter(use -> use.part().isEmpty())
                .map(VariableUse::variable);
    }

    private static Optional<DoublePredicate> predicate(String operator, double limit) {
        return switch (operator) {
            case "<" -> Optional.of(value -> value < limit);
            case "<=" -> Optional.of(value -> value <= limit);
            case ">" -> Optional.of(value -> value > limit);
            case ">=" -> Optional.of(value -> value >= limit);
            case "=" -> Optional.of(value -> value == limit);
            case "!=" -> Optional.of(value -> value != limit);
            default -> Optional.empty();
        };
    }

    private static String mirrored(String operator) {
        return switch (operator) {
            case "<" -> ">";
            case "<=" -> ">=";
            case ">" -> "<";
            case ">=" -> "<=";
            default -> operator;
        };
    }
}
