package io.soabench.engine.runtime.compile;

import io.soabench.engine.bpel.model.ActivityInfo;
import io.soabench.engine.bpel.model.Link;
import io.soabench.engine.bpel.model.LinkEnds;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.LinkReference;
import io.soabench.engine.runtime.kernel.OutgoingLink;
import java.util.List;

/** A compiler of the links of activities and their conditions (WS-BPEL 2.0, section 11.6). */
final class FlowLinks {
    private final ProcessModel model;
    private final SlotLayout layout;
    private final Expressions expressions;

    FlowLinks(ProcessModel model, SlotLayout layout, Expressions expressions) {
        this.model = model;
        this.layout = layout;
        this.expressions = expressions;
    }

    /** Returns the links that begin or end at an activity, or leave it from inside. */
    Activity.Links of(ActivityInfo info) {
        int scope = info.scope();
        List<LinkReference> incoming =
                info.incoming().stream().map(link -> layout.link(scope, link)).toList();
        List<String> names = info.incoming().stream().map(Link::name).toList();
        List<OutgoingLink> outgoing = info.outgoing().stream()
                .map(link -> new OutgoingLink(
                        layout.link(scope, link.link()),
                        link.transitionCondition()
                                .map(condition -> expressions.expression(scope, condition))
                                .orElse(null)))
                .toList();
        List<LinkReference> leaving = model.links().stream()
                .filter(ends -> leaves(ends, info.id()))
                .map(ends -> layout.link(scope, ends.link()))
                .toList();
        return new Activity.Links(
                incoming,
                info.joinCondition()
                        .map(condition -> expressions.join(scope, condition, names))
                        .orElse(null),
                info.suppressJoinFailure(),
                outgoing,
                leaving);
    }

    private boolean leaves(LinkEnds ends, int activity) {
        return isInside(ends.source(), activity) && !isInside(ends.target(), activity);
    }

    private boolean isInside(int inner, int outer) {
        int at = inner;
        while (at >= 0 && at != outer) {
            at = model.activity(at).info().parent();
        }
        return at == outer;
    }
}
