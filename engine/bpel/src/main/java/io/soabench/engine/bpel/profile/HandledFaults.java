package io.soabench.engine.bpel.profile;

import io.soabench.contracts.wsdl.Fault;
import io.soabench.engine.bpel.model.ActivityNode;
import io.soabench.engine.bpel.model.CatchHandler;
import io.soabench.engine.bpel.model.Contents;
import io.soabench.engine.bpel.model.ExitNode;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.ReplyNode;
import io.soabench.engine.bpel.model.RethrowNode;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.bpel.model.ThrowNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A check whether the handlers of a process handle the faults that its partners declare (WS-BPEL 2.0, section 12.5). A
 * handler counts if it does not throw, does not reply with a fault and does not end the process. A fault in doubt
 * counts as not handled.
 */
final class HandledFaults {

    private boolean any;
    private boolean all = true;

    private HandledFaults() {}

    /** Returns whether partners declare faults, and the process handles each of them at each call. */
    static boolean in(ProcessModel model) {
        HandledFaults found = new HandledFaults();
        found.walk(model.root(), List.of());
        return found.any && found.all;
    }

    /** Visits an activity with the scopes around it, the innermost first, whose handlers are active there. */
    private void walk(ActivityNode node, List<ScopeNode> around) {
        if (node instanceof InvokeNode call) {
            for (Fault fault : call.operation().faults()) {
                any = true;
                QName name = new QName(call.portType().name().getNamespaceURI(), fault.name());
                all &= isHandled(name, around);
            }
        }
        List<ScopeNode> inside = around;
        if (node instanceof ScopeNode scope) {
            // The handlers of a scope are not active while one of them runs.
            Contents.handlers(scope).forEach(handler -> walk(handler, around));
            inside = new ArrayList<>(around);
            inside.add(0, scope);
            for (ActivityNode event : Contents.events(scope)) {
                walk(event, inside);
            }
        }
        for (ActivityNode each : Contents.work(node)) {
            walk(each, inside);
        }
    }

    private static boolean isHandled(QName fault, List<ScopeNode> around) {
        for (ScopeNode scope : around) {
            if (scope.catches().stream().anyMatch(handler -> handler.faultName().isEmpty())) {
                // Whether a handler without a name catches the fault depends on the data of the fault.
                return false;
            }
            Optional<ActivityNode> handler = scope.catches().stream()
                    .filter(each -> each.faultName().filter(fault::equals).isPresent())
                    .map(CatchHandler::activity)
                    .findFirst()
                    .or(scope::catchAll);
            if (handler.isPresent()) {
                return isCalm(handler.get());
            }
        }
        return false;
    }

    private static boolean isCalm(ActivityNode node) {
        boolean ends = node instanceof ThrowNode
                || node instanceof RethrowNode
                || node instanceof ExitNode
                || (node instanceof ReplyNode reply && reply.faultName().isPresent());
        return !ends && Contents.all(node).stream().allMatch(HandledFaults::isCalm);
    }
}
