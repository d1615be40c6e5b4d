package io.soabench.engine.runtime.random;

import io.soabench.engine.bpel.model.AlarmBranch;
import io.soabench.engine.bpel.model.BoundTimer;
import io.soabench.engine.bpel.model.CatchHandler;
import io.soabench.engine.bpel.model.ElementType;
import io.soabench.engine.bpel.model.EventBranch;
import io.soabench.engine.bpel.model.Initializer;
import io.soabench.engine.bpel.model.MessageType;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.bpel.model.VariableType;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Scopes of the reference with their handlers (WS-BPEL 2.0, chapter 12). */
final class ReferenceScopes {
    private final ReferenceInterpreter interpreter;
    private final Strands strands;
    private final ReferenceData data;
    private final ReferenceMessages messages;
    private final Map<ReferenceScope, Deque<ReferenceFault>> handled = new HashMap<>();
    private boolean locked;

    ReferenceScopes(ReferenceInterpreter interpreter, Strands strands, ReferenceData data, ReferenceMessages messages) {
        this.interpreter = interpreter;
        this.strands = strands;
        this.data = data;
        this.messages = messages;
    }

    /** Executes a scope; tells whether it completed without a fault. */
    boolean run(ScopeNode node, ReferenceScope outer, Consumer<ReferenceScope> preset) {
        if (!node.isolated()) {
            return runFree(node, outer, preset);
        }
        strands.await(() -> !locked);
        locked = true;
        try {
            return runFree(node, outer, preset);
        } finally {
            locked = false;
        }
    }

    private boolean runFree(ScopeNode node, ReferenceScope outer, Consumer<ReferenceScope> preset) {
        ReferenceScope scope = new ReferenceScope(node, outer);
        preset.accept(scope);
        initialize(node, scope);
        try {
            body(node, scope);
            if (outer != null) {
                outer.completed.add(scope);
            }
            return true;
        } catch (ReferenceFault fault) {
            strands.shielded(() -> handle(node, scope, fault));
            return false;
        } catch (Strands.Terminated e) {
            strands.shielded(() -> terminate(node, scope));
            throw e;
        }
    }

    private void initialize(ScopeNode node, ReferenceScope scope) {
        try {
            for (Initializer initializer : node.initializers()) {
                data.write(scope, initializer.variable(), Optional.empty(), data.read(initializer.source(), scope));
            }
        } catch (ReferenceFault e) {
            throw ReferenceFault.standard("scopeInitializationFailure");
        }
    }

    /** The activity, and event handlers as long as it runs; those that have begun go on to their end (section 12.7). */
    private void body(ScopeNode node, ReferenceScope scope) {
        if (node.events().isEmpty() && node.alarms().isEmpty()) {
            interpreter.execute(node.body(), scope);
            return;
        }
        ReferenceInterpreter.Group group = new ReferenceInterpreter.Group(strands);
        Strands.Strand main = group.start(() -> interpreter.execute(node.body(), scope));
        node.events().forEach(event -> group.start(() -> listen(event, scope, main, group)));
        node.alarms().forEach(alarm -> group.start(() -> ring(alarm, scope, main, group)));
        group.join(() -> false);
    }

    private void listen(
            EventBranch event, ReferenceScope scope, Strands.Strand main, ReferenceInterpreter.Group group) {
        while (true) {
            strands.await(() -> main.isDone() || messages.isThere(event.reception(), scope));
            if (main.isDone()) {
                return;
            }
            ReferenceMessages.Mail mail = messages.remove(event.reception(), scope);
            group.start(() -> run(event.body(), scope, inner -> {
                inner.hasExchange = true;
                messages.accept(event.reception(), inner, mail);
            }));
        }
    }

    private void ring(AlarmBranch alarm, ReferenceScope scope, Strands.Strand main, ReferenceInterpreter.Group group) {
        BoundTimer timer = alarm.timer();
        boolean delayed = timer.duration().isPresent() || timer.deadline().isPresent();
        long delay = delayed
                ? delayMs(timer, scope)
                : duration(data.string(timer.repeatEvery().get(), scope));
        while (!strands.awaitOr(delay, main::isDone)) {
            group.start(() -> interpreter.execute(alarm.activity(), scope));
            if (timer.repeatEvery().isEmpty()) {
                return;
            }
            delay = duration(data.string(timer.repeatEvery().get(), scope));
        }
    }

    long delayMs(BoundTimer timer, ReferenceScope scope) {
        return timer.duration().isPresent()
                ? duration(data.string(timer.duration().get(), scope))
                : OffsetDateTime.parse(data.string(timer.deadline().get(), scope))
                                .toInstant()
                                .toEpochMilli()
                        - strands.nowMs();
    }

    private static long duration(String text) {
        return Duration.parse(text).toMillis();
    }

    /** Section 12.5: the handler that fits best, or else compensation and the same fault for the scope around. */
    private void handle(ScopeNode node, ReferenceScope scope, ReferenceFault fault) {
        CatchHandler best = node.catches().stream()
                .filter(candidate -> fit(candidate, fault) > 0)
                .max(Comparator.comparingInt(candidate -> fit(candidate, fault)))
                .orElse(null);
        if (best == null && node.catchAll().isEmpty()) {
            compensate(scope, -1);
            throw fault;
        }
        handled.computeIfAbsent(scope, any -> new ArrayDeque<>()).push(fault);
        if (best == null) {
            interpreter.execute(node.catchAll().get(), scope);
            return;
        }
        best.faultVariable()
                .ifPresent(variable -> data.write(scope, variable, ReferenceData.onlyPart(variable), fault.data()));
        interpreter.execute(best.activity(), scope);
    }

    /** How well a handler fits: by name and data, by name, by data, in this order; 0 when it does not. */
    private static int fit(CatchHandler handler, ReferenceFault fault) {
        boolean named = handler.faultName().isPresent();
        if (named && !handler.faultName().get().equals(fault.name())) {
            return 0;
        }
        if (handler.faultType().isEmpty()) {
            return named ? 2 : 0;
        }
        if (!takes(handler.faultType().get(), fault)) {
            return 0;
        }
        return named ? 3 : 1;
    }

    private static boolean takes(VariableType type, ReferenceFault fault) {
        if (type instanceof MessageType message) {
            return message.name().equals(fault.messageType());
        }
        return fault.data() != null
                && type instanceof ElementType element
                && element.name().getLocalPart().equals(fault.data().getLocalName())
                && element.name().getNamespaceURI().equals(fault.data().getNamespaceURI());
    }

    /** The fault that is handled in the innermost scope around which handles one. */
    ReferenceFault handledIn(ReferenceScope scope) {
        ReferenceScope holder = scope;
        while (!handled.containsKey(holder)) {
            holder = holder.outer;
        }
        return handled.get(holder).peek();
    }

    /** Section 12.6: the termination handler, by default compensation; its faults go nowhere. */
    private void terminate(ScopeNode node, ReferenceScope scope) {
        try {
            if (node.terminationHandler().isPresent()) {
                interpreter.execute(node.terminationHandler().get(), scope);
            } else {
                compensate(scope, -1);
            }
        } catch (ReferenceFault e) {
            // Section 12.4.4.3.
        }
    }

    /** Section 12.4: undoes completed inner scopes, or those of one number, the last first. */
    void compensate(ReferenceScope scope, int number) {
        for (int i = scope.completed.size() - 1; i >= 0; i--) {
            ReferenceScope inner = scope.completed.get(i);
            if (number < 0 || inner.node.frame().id() == number) {
                scope.completed.remove(i);
                if (inner.node.compensationHandler().isPresent()) {
                    interpreter.execute(inner.node.compensationHandler().get(), inner);
                } else {
                    compensate(inner, -1);
                }
            }
        }
    }
}
