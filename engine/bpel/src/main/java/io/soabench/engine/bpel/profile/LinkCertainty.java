package io.soabench.engine.bpel.profile;

import io.soabench.engine.bpel.model.ActivityInfo;
import io.soabench.engine.bpel.model.ActivityNode;
import io.soabench.engine.bpel.model.BoundLinkSource;
import io.soabench.engine.bpel.model.Contents;
import io.soabench.engine.bpel.model.FlowNode;
import io.soabench.engine.bpel.model.IfNode;
import io.soabench.engine.bpel.model.Link;
import io.soabench.engine.bpel.model.LinkEnds;
import io.soabench.engine.bpel.model.PickNode;
import io.soabench.engine.bpel.model.ProcessModel;
import java.util.HashMap;
import java.util.Map;

/**
 * A test whether an activity with incoming links may be skipped because its join condition may be false (dead-path
 * elimination, WS-BPEL section 11.6.3). Where the text leaves that open, the activity may be skipped.
 */
final class LinkCertainty {
    private final ProcessModel model;
    private final Map<Integer, Integer> sources = new HashMap<>();
    private final Map<Integer, Boolean> skippable = new HashMap<>();

    LinkCertainty(ProcessModel model) {
        this.model = model;
        for (LinkEnds ends : model.links()) {
            sources.put(ends.link().index(), ends.source());
        }
    }

    boolean maySkip(ActivityInfo info) {
        if (info.incoming().isEmpty()) {
            return false;
        }
        Boolean known = skippable.get(info.id());
        if (known == null) {
            known = !isJoined(info);
            skippable.put(info.id(), known);
        }
        return known;
    }

    private boolean isJoined(ActivityInfo info) {
        boolean withCondition = info.joinCondition().isPresent();
        if (withCondition && info.joinCondition().get().expression().text().contains("not")) {
            return false;
        }
        // Without "not" a condition is true if all links are; the default condition if one of them is.
        return withCondition
                ? info.incoming().stream().allMatch(this::isSurelyTrue)
                : info.incoming().stream().anyMatch(this::isSurelyTrue);
    }

    private boolean isSurelyTrue(Link link) {
        ActivityNode source = model.activity(sources.get(link.index()));
        boolean conditional = source.info().outgoing().stream()
                .filter(outgoing -> outgoing.link().equals(link))
                .map(BoundLinkSource::transitionCondition)
                .anyMatch(condition -> condition
                        .filter(text -> !text.expression().text().equals("true()"))
                        .isPresent());
        return !conditional && surelyRuns(source, link);
    }

    /**
     * Returns true if an activity runs whenever the flow around it does. A handler or branch around it leaves that
     * open.
     */
    private boolean surelyRuns(ActivityNode source, Link link) {
        ActivityNode node = source;
        while (node.info().parent() >= 0) {
            ActivityNode outer = model.activity(node.info().parent());
            if (node instanceof FlowNode flow && flow.links().contains(link)) {
                return true;
            }
            if (maySkip(node.info())
                    || outer instanceof IfNode
                    || outer instanceof PickNode
                    || !Contents.work(outer).contains(node)) {
                return false;
            }
            node = outer;
        }
        return true;
    }
}
