package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/** {@code flow}: all children at once, ordered by links only (WS-BPEL 2.0, section 11.6). */
public final class FlowProcessor implements Processor {
    private final Activity[] children;
    private final int[] links;

    /**
     * A flow of at least one child.
     *
     * @param children the activities in it
     * @param links slots of its links in the scope it runs in
     */
    public FlowProcessor(List<Activity> children, int[] links) {
        this.children = children.toArray(Activity[]::new);
        this.links = links.clone();
    }

    @Override
    public void start(Frame frame) {
        frame.scope().resetLinks(links);
        for (Activity child : children) {
            frame.start(child);
        }
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        if (!frame.hasChildren()) {
            frame.complete();
        }
    }
}
