package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/**
 * The processor of {@code flow}, which runs all its children at the same time. Only links put them in order (WS-BPEL
 * 2.0, section 11.6).
 */
public final class FlowProcessor implements Processor {
    private final Activity[] children;
    private final int[] links;

    /**
     * Creates a processor.
     *
     * @param children the activities of the flow, at least one
     * @param links the slots of its links in the scope in which it runs
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

    @Override
    public List<Activity> children() {
        return List.of(children);
    }
}
