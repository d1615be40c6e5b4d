package io.soabench.start;

import io.soabench.engine.bpel.model.AssignNode;
import io.soabench.engine.bpel.model.BoundCopy;
import io.soabench.engine.bpel.model.BoundReceipt;
import io.soabench.engine.bpel.model.ExpressionTarget;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.PartBinding;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.PropertyTarget;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.bpel.model.ToSpec;
import io.soabench.engine.bpel.model.Variable;
import io.soabench.engine.bpel.model.VariableTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The assignments to the variables of a process, as its text has them. */
final class VariableAssignments {

    /**
     * A copy to a variable.
     *
     * @param assign id of its assign
     * @param position in that assign
     * @param place its target
     */
    record Write(int assign, int position, BoundCopy copy, DataPlace place) {}

    private final ProcessModel model;

    VariableAssignments(ProcessModel model) {
        this.model = model;
    }

    /**
     * Returns all assignments to a variable, in document order. The result is empty when other activities also
     * write the variable, or a target is not named simply.
     */
    Optional<List<Write>> copiesTo(Variable variable) {
        if (isFilled(variable, Optional.empty())) {
            return Optional.empty();
        }
        List<Write> writes = new ArrayList<>();
        for (AssignNode assign : model.activities(AssignNode.class)) {
            for (int i = 0; i < assign.steps().size(); i++) {
                BoundCopy copy = assign.steps().get(i);
                if (isTo(copy.target(), variable)) {
                    Optional<DataPlace> place = DataPlace.of(copy.target());
                    if (place.isEmpty()) {
                        return Optional.empty();
                    }
                    writes.add(new Write(assign.info().id(), i, copy, place.get()));
                }
            }
        }
        return Optional.of(writes);
    }

    /**
     * Returns whether a variable holds only the message of one reception, wherever that reception has started the
     * instance.
     */
    boolean isOnly(Variable variable, BoundReceipt start) {
        return !isFilled(variable, Optional.of(start))
                && model.activities(AssignNode.class).stream()
                        .flatMap(assign -> assign.steps().stream())
                        .noneMatch(copy -> isTo(copy.target(), variable));
    }

    private static boolean isTo(ToSpec target, Variable variable) {
        Stream<Variable> written = Stream.empty();
        if (target instanceof VariableTarget to) {
            written = Stream.of(to.variable());
        } else if (target instanceof PropertyTarget to) {
            written = Stream.of(to.property().variable());
        } else if (target instanceof ExpressionTarget to) {
            written = to.expression().variables().values().stream().map(use -> use.variable());
        }
        return written.anyMatch(each -> each.index() == variable.index());
    }

    /**
     * Returns whether a message or its declaration fills a variable. The other branches of the pick that starts an
     * instance do not count.
     */
    private boolean isFilled(Variable variable, Optional<BoundReceipt> start) {
        Stream<Variable> received = model.receptions().stream()
                .filter(each -> start.isEmpty()
                        || !(each.createInstance()
                                && each.activity() == start.get().activity()))
                .flatMap(each -> Stream.concat(each.variable().stream(), variables(each.fromParts())));
        Stream<Variable> answered = model.activities(InvokeNode.class).stream()
                .flatMap(each -> Stream.concat(each.outputVariable().stream(), variables(each.fromParts())));
        Stream<Variable> declared = Stream.concat(Stream.of(model.root()), model.activities(ScopeNode.class).stream())
                .flatMap(each -> each.initializers().stream().map(initializer -> initializer.variable()));
        return Stream.of(received, answered, declared)
                .flatMap(each -> each)
                .anyMatch(each -> each.index() == variable.index());
    }

    private static Stream<Variable> variables(List<PartBinding> parts) {
        return parts.stream().map(PartBinding::variable);
    }
}
