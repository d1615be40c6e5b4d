package io.soabench.engine.bpel.profile;

import io.soabench.engine.bpel.model.ActivityNode;
import io.soabench.engine.bpel.model.AssignNode;
import io.soabench.engine.bpel.model.BoundCopy;
import io.soabench.engine.bpel.model.BoundExpression;
import io.soabench.engine.bpel.model.BoundReceipt;
import io.soabench.engine.bpel.model.Contents;
import io.soabench.engine.bpel.model.ExpressionSource;
import io.soabench.engine.bpel.model.ExpressionTarget;
import io.soabench.engine.bpel.model.FlowNode;
import io.soabench.engine.bpel.model.ForEachNode;
import io.soabench.engine.bpel.model.FromSpec;
import io.soabench.engine.bpel.model.Initializer;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.LiteralSource;
import io.soabench.engine.bpel.model.PartBinding;
import io.soabench.engine.bpel.model.PickNode;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.PropertyTarget;
import io.soabench.engine.bpel.model.ReceiveNode;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.bpel.model.SequenceNode;
import io.soabench.engine.bpel.model.ToSpec;
import io.soabench.engine.bpel.model.Variable;
import io.soabench.engine.bpel.model.VariableTarget;
import io.soabench.engine.bpel.model.VariableUse;
import io.soabench.engine.bpel.xpath.XPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The values of variables with numbers, followed through the text of a process where that is simple. */
final class CounterValues {
    private final ProcessModel model;

    CounterValues(ProcessModel model) {
        this.model = model;
    }

    /** Returns true if anything inside an activity may change a variable. */
    boolean isWritten(ActivityNode node, Variable variable) {
        return writes(node, variable) || Contents.all(node).stream().anyMatch(inner -> isWritten(inner, variable));
    }

    private static boolean writes(ActivityNode node, Variable variable) {
        if (node instanceof AssignNode assign) {
            return assign.steps().stream().anyMatch(step -> writes(step.target(), variable));
        } else if (node instanceof ReceiveNode receive) {
            return writes(receive.reception(), variable);
        } else if (node instanceof PickNode pick) {
            return pick.messages().stream().anyMatch(branch -> writes(branch.reception(), variable));
        } else if (node instanceof InvokeNode invoke) {
            return invoke.outputVariable().equals(Optional.of(variable))
                    || invoke.fromParts().stream().map(PartBinding::variable).anyMatch(variable::equals);
        } else if (node instanceof ScopeNode scope) {
            return scope.initializers().stream().map(Initializer::variable).anyMatch(variable::equals);
        }
        return false;
    }

    private static boolean writes(BoundReceipt reception, Variable variable) {
        return reception.variable().equals(Optional.of(variable))
                || reception.fromParts().stream().map(PartBinding::variable).anyMatch(variable::equals);
    }

    private static boolean writes(ToSpec target, Variable variable) {
        if (target instanceof VariableTarget t) {
            return t.variable().equals(variable);
        } else if (target instanceof PropertyTarget t) {
            return t.property().variable().equals(variable);
        } else if (target instanceof ExpressionTarget t) {
            return t.expression().variables().values().stream()
                    .map(VariableUse::variable)
                    .anyMatch(variable::equals);
        }
        return false;
    }

    /**
     * Returns the change of a counter by one run of a loop body: empty unless it is changed exactly once, always, and
     * by a literal.
     */
    Optional<Double> stepIn(ActivityNode body, Variable counter) {
        List<BoundCopy> steps = new ArrayList<>();
        if (!collect(body, counter, steps) || steps.size() != 1) {
            return Optional.empty();
        }
        return expression(steps.get(0).source()).flatMap(bound -> step(bound, counter));
    }

    private static Optional<Double> step(BoundExpression bound, Variable counter) {
        Optional<XPath.Operation> sum =
                XPath.parse(bound.expression().text()).expression().flatMap(XPath::operation);
        if (sum.isEmpty()) {
            return Optional.empty();
        }
        XPath.Operation operation = sum.get();
        boolean left = isCounter(operation.left(), bound, counter);
        boolean right = isCounter(operation.right(), bound, counter);
        return switch (operation.operator()) {
            case "+" ->
                left ? operation.right().number() : right ? operation.left().number() : Optional.empty();
            case "-" -> left ? operation.right().number().map(value -> -value) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static boolean isCounter(XPath.Term term, BoundExpression bound, Variable counter) {
        return term.variable()
                .map(name -> bound.variables().get(name))
                .filter(use -> use.variable().equals(counter) && use.part().isEmpty())
                .isPresent();
    }

    /** Collects the copies to a counter; returns false if one of its changes may happen or not, or more than once. */
    private boolean collect(ActivityNode node, Variable counter, List<BoundCopy> steps) {
        if (!isWritten(node, counter)) {
            return true;
        }
        boolean always = node instanceof SequenceNode
                || node instanceof AssignNode
                || node instanceof FlowNode
                || (node instanceof ScopeNode scope && isOnlyWork(scope, counter));
        if (!always || !node.info().incoming().isEmpty()) {
            return false;
        }
        if (node instanceof AssignNode assign) {
            assign.steps().stream()
                    .filter(step -> writes(step.target(), counter))
                    .forEach(steps::add);
        }
        return Contents.work(node).stream().allMatch(inner -> collect(inner, counter, steps));
    }

    private boolean isOnlyWork(ScopeNode scope, Variable counter) {
        return !writes(scope, counter)
                && Stream.concat(Contents.handlers(scope).stream(), Contents.events(scope).stream())
                        .noneMatch(inner -> isWritten(inner, counter));
    }

    /**
     * Returns true if an activity that may run beside this one changes a variable: an event handler, another branch of
     * a flow, or another turn of a parallel loop.
     */
    private boolean isChangedBeside(ActivityNode node, Variable variable) {
        ActivityNode inner = node;
        while (inner.info().parent() >= 0) {
            ActivityNode outer = model.activity(inner.info().parent());
            if (others(outer, inner).anyMatch(other -> isWritten(other, variable))) {
                return true;
            }
            if (outer instanceof ScopeNode scope && scope.frame().id() == variable.scope()) {
                return false;
            }
            inner = outer;
        }
        return false;
    }

    /** Returns the activities inside an activity that may run while one of them runs; that one may run twice. */
    private static Stream<ActivityNode> others(ActivityNode outer, ActivityNode inner) {
        if (outer instanceof FlowNode) {
            return Contents.work(outer).stream().filter(other -> other != inner);
        } else if (outer instanceof ForEachNode loop) {
            return loop.parallel() ? Stream.of(loop.body()) : Stream.empty();
        } else if (outer instanceof ScopeNode scope) {
            List<ActivityNode> events = Contents.events(scope);
            boolean ofEvent = events.stream().anyMatch(event -> event == inner);
            // The fault, compensation and termination handlers run alone.
            return ofEvent
                    ? Stream.concat(events.stream(), Stream.of(scope.body()))
                    : inner == scope.body() ? events.stream() : Stream.empty();
        }
        return Stream.empty();
    }

    /** Returns the value of a variable when an activity starts, if the text fixes it. */
    Optional<Double> before(ActivityNode node, Variable variable) {
        if (isChangedBeside(node, variable)) {
            return Optional.empty();
        }
        ActivityNode inner = node;
        while (inner.info().parent() >= 0) {
            ActivityNode outer = model.activity(inner.info().parent());
            if (outer instanceof SequenceNode sequence) {
                int position = sequence.activities().indexOf(inner);
                for (int i = position - 1; i >= 0; i--) {
                    ActivityNode earlier = sequence.activities().get(i);
                    if (isWritten(earlier, variable)) {
                        return assigned(earlier, variable);
                    }
                }
            } else if (outer instanceof ScopeNode scope) {
                if (!isOnlyWork(scope, variable) && scope.frame().id() != variable.scope()) {
                    return Optional.empty();
                }
                if (scope.frame().id() == variable.scope()) {
                    return initialized(scope, variable);
                }
            } else if (!isTransparent(outer, inner, variable)) {
                return Optional.empty();
            }
            inner = outer;
        }
        return Optional.empty();
    }

    /** Returns true if nothing beside the inner activity, or in an earlier iteration, may have changed the variable. */
    private boolean isTransparent(ActivityNode outer, ActivityNode inner, Variable variable) {
        boolean once = outer.info().kind().equals("if") || outer instanceof FlowNode || outer instanceof PickNode;
        return once
                && !writes(outer, variable)
                && Contents.work(outer).stream()
                        .filter(other -> other != inner)
                        .noneMatch(other -> outer instanceof FlowNode && isWritten(other, variable));
    }

    private static Optional<Double> initialized(ScopeNode scope, Variable variable) {
        return scope.initializers().stream()
                .filter(initializer -> initializer.variable().equals(variable))
                .findFirst()
                .flatMap(initializer -> number(initializer.source()));
    }

    private static Optional<Double> assigned(ActivityNode node, Variable variable) {
        if (!(node instanceof AssignNode assign) || !node.info().incoming().isEmpty()) {
            return Optional.empty();
        }
        List<BoundCopy> steps = assign.steps().stream()
                .filter(step -> writes(step.target(), variable))
                .toList();
        BoundCopy last = steps.get(steps.size() - 1);
        return last.target() instanceof VariableTarget target && target.query().isEmpty()
                ? number(last.source())
                : Optional.empty();
    }

    private static Optional<BoundExpression> expression(FromSpec source) {
        return source instanceof ExpressionSource from ? Optional.of(from.expression()) : Optional.empty();
    }

    private static Optional<Double> number(FromSpec source) {
        if (source instanceof LiteralSource literal) {
            return parsed(literal.literal().text());
        }
        Optional<XPath> parsed = expression(source)
                .flatMap(e -> XPath.parse(e.expression().text()).expression());
        Optional<Double> number = parsed.flatMap(XPath::number);
        return number.isPresent() ? number : parsed.flatMap(XPath::literal).flatMap(CounterValues::parsed);
    }

    private static Optional<Double> parsed(String text) {
        try {
            return Optional.of(Double.valueOf(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
