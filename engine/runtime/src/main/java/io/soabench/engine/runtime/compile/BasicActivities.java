package io.soabench.engine.runtime.compile;

import io.soabench.engine.bpel.model.AssignNode;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.ReceiveNode;
import io.soabench.engine.bpel.model.ReplyNode;
import io.soabench.engine.bpel.model.ThrowNode;
import io.soabench.engine.bpel.model.ValidateNode;
import io.soabench.engine.bpel.model.WaitNode;
import io.soabench.engine.runtime.activity.AssignProcessor;
import io.soabench.engine.runtime.activity.InvokeProcessor;
import io.soabench.engine.runtime.activity.MessageSlots;
import io.soabench.engine.runtime.activity.ReceiveProcessor;
import io.soabench.engine.runtime.activity.ReplyProcessor;
import io.soabench.engine.runtime.activity.ThrowProcessor;
import io.soabench.engine.runtime.activity.ValidateProcessor;
import io.soabench.engine.runtime.activity.WaitProcessor;
import io.soabench.engine.runtime.kernel.FaultShape;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A compiler of the activities that contain no others (WS-BPEL 2.0, chapter 10 and section 8.1). */
final class BasicActivities {
    private final ProcessCompilation compilation;
    private final SlotLayout layout;

    BasicActivities(ProcessCompilation compilation) {
        this.compilation = compilation;
        this.layout = compilation.layout;
    }

    ReceiveProcessor receive(ReceiveNode node) {
        return new ReceiveProcessor(compilation.receptions.reception(node.info().scope(), node.reception()));
    }

    ReplyProcessor reply(ReplyNode node) {
        int scope = node.info().scope();
        MessageSlots slots = node.message()
                .map(message -> layout.sent(scope, message, node.variable(), node.toParts()))
                .orElse(null);
        QualifiedName fault = node.faultName().map(SlotLayout::name).orElse(null);
        return new ReplyProcessor(
                compilation.exchanges.slot(scope, node.partnerLink(), node.operation(), node.messageExchange()),
                fault,
                shape(node),
                slots,
                compilation.correlations.uses(scope, node.correlations(), node.message(), Optional.empty()));
    }

    /**
     * Returns the form of the message of a reply; null if no activity receives the operation, or if the operation does
     * not declare the fault.
     */
    private MessageShape shape(ReplyNode reply) {
        OptionalInt number = compilation.operations.number(reply.partnerLink(), reply.operation());
        if (number.isEmpty()) {
            return null;
        }
        ServiceOperation operation = compilation.operations.provided().get(number.getAsInt());
        return reply.faultName().isEmpty()
                ? operation.output()
                : operation.faults().stream()
                        .filter(fault -> fault.name()
                                .equals(SlotLayout.name(reply.faultName().get())))
                        .map(FaultShape::message)
                        .findFirst()
                        .orElse(null);
    }

    InvokeProcessor invoke(InvokeNode node) {
        int scope = node.info().scope();
        MessageSlots output = node.operation()
                .output()
                .map(message -> layout.received(scope, message, node.outputVariable(), node.fromParts()))
                .orElse(null);
        return new InvokeProcessor(
                compilation.operations.called(node),
                compilation.copies.partner(scope, node.partnerLink()),
                layout.sent(scope, node.operation().input().orElseThrow(), node.inputVariable(), node.toParts()),
                output,
                compilation.correlations.uses(
                        scope,
                        node.correlations(),
                        node.operation().input(),
                        node.operation().output()));
    }

    AssignProcessor assign(AssignNode node) {
        int scope = node.info().scope();
        return new AssignProcessor(
                node.steps().stream()
                        .map(step -> compilation.copies.step(scope, step))
                        .toList(),
                node.validate() ? compilation.validation.checks(scope, Validation.changed(node)) : List.of());
    }

    ValidateProcessor validate(ValidateNode node) {
        return new ValidateProcessor(compilation.validation.checks(node.info().scope(), node.variables()));
    }

    WaitProcessor wait(WaitNode node) {
        return new WaitProcessor(compilation.expressions.time(node.info().scope(), node.timer()));
    }

    ThrowProcessor raise(ThrowNode node) {
        return new ThrowProcessor(
                SlotLayout.name(node.faultName()),
                node.faultVariable()
                        .map(variable -> layout.message(node.info().scope(), variable))
                        .orElse(null));
    }
}
