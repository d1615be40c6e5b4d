package io.soabench.engine.bpel.profile;

import io.soabench.engine.bpel.model.ActivityInfo;
import io.soabench.engine.bpel.model.ActivityNode;
import io.soabench.engine.bpel.model.BoundExpression;
import io.soabench.engine.bpel.model.Contents;
import io.soabench.engine.bpel.model.FlowNode;
import io.soabench.engine.bpel.model.ForEachNode;
import io.soabench.engine.bpel.model.IfNode;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.LinkEnds;
import io.soabench.engine.bpel.model.PickNode;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.RepeatUntilNode;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.bpel.model.WaitNode;
import io.soabench.engine.bpel.model.WhileNode;
import io.soabench.engine.bpel.xpath.XPath;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A reader that reduces a model to its calls. */
final class ProfileReading {
    private final ProcessModel model;
    private final LoopCounts counts;
    private final LinkCertainty certainty;
    private final Map<Integer, Integer> linkSources = new HashMap<>();

    ProfileReading(ProcessModel model) {
        this.model = model;
        this.counts = new LoopCounts(model);
        this.certainty = new LinkCertainty(model);
        for (LinkEnds ends : model.links()) {
            linkSources.put(ends.link().index(), ends.source());
        }
    }

    Prescription read() {
        return read(model.root());
    }

    private Prescription read(ActivityNode node) {
        Prescription part = readAlways(node);
        return certainty.maySkip(node.info())
                ? new Alternatives(-1, List.of(), List.of(part, new InOrder(-1, List.of(), List.of())))
                : part;
    }

    private Prescription readAlways(ActivityNode node) {
        int id = node.info().id();
        List<Integer> after = after(node.info());
        if (node instanceof InvokeNode call) {
            return new PrescribedCall(
                    id,
                    after,
                    call.partnerLink().name(),
                    call.operation().name(),
                    call.operation().isRequestResponse(),
                    call.info().location());
        } else if (node instanceof WaitNode wait) {
            return new Pause(id, after, wait.timer().duration().flatMap(ProfileReading::duration));
        } else if (node instanceof FlowNode) {
            return new Parallel(id, after, inside(node));
        } else if (node instanceof IfNode choice) {
            List<Prescription> alternatives = new ArrayList<>(inside(node));
            if (choice.otherwise().isEmpty()) {
                alternatives.add(new InOrder(-1, List.of(), List.of()));
            }
            return new Alternatives(id, after, alternatives);
        } else if (node instanceof PickNode) {
            return new Alternatives(id, after, inside(node));
        } else if (node instanceof WhileNode loop) {
            return new Loop(id, after, read(loop.body()), counts.of(loop), false);
        } else if (node instanceof RepeatUntilNode loop) {
            return new Loop(id, after, read(loop.body()), counts.of(loop), false);
        } else if (node instanceof ForEachNode loop) {
            return new Loop(id, after, read(loop.body()), counts.of(loop), loop.parallel());
        } else if (node instanceof ScopeNode scope) {
            return scope(scope, after);
        }
        return new InOrder(id, after, inside(node));
    }

    /** Reads a scope. Its event handlers run beside the main activity an unknown number of times. */
    private Prescription scope(ScopeNode scope, List<Integer> after) {
        List<Prescription> parts = new ArrayList<>(inside(scope));
        for (ActivityNode event : Contents.events(scope)) {
            Prescription body = read(event);
            if (!InvocationProfile.isEmpty(body)) {
                parts.add(new Loop(-1, List.of(), body, Optional.empty(), true));
            }
        }
        int id = scope.info().id();
        return parts.size() == 1 ? new InOrder(id, after, parts) : new Parallel(id, after, parts);
    }

    private List<Prescription> inside(ActivityNode node) {
        return Contents.work(node).stream().map(this::read).toList();
    }

    private List<Integer> after(ActivityInfo info) {
        return info.incoming().stream()
                .map(link -> linkSources.get(link.index()))
                .sorted()
                .toList();
    }

    private static Optional<Duration> duration(BoundExpression expression) {
        return XPath.parse(expression.expression().text())
                .expression()
                .flatMap(XPath::literal)
                .flatMap(ProfileReading::duration);
    }

    private static Optional<Duration> duration(String text) {
        try {
            return Optional.of(Duration.parse(text.strip()));
        } catch (DateTimeParseException e) {
            return Optional.empty(); // with years or months: not a fixed time
        }
    }
}
