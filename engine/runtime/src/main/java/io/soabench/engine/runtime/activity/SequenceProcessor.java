package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/** The processor of {@code sequence}, which runs its children one after the other (WS-BPEL 2.0, section 11.1). */
public final class SequenceProcessor implements Processor {
    private final Activity[] children;

    /**
     * Creates a processor.
     *
     * @param children the activities of the sequence, at least one
     */
    public SequenceProcessor(List<Activity> children) {
        this.children = children.toArray(Activity[]::new);
    }

    @Override
    public void start(Frame frame) {
        frame.start(children[0]);
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        int next = frame.position() + 1;
        if (next < children.length) {
            frame.position(next);
            frame.start(children[next]);
        } else {
            frame.complete();
        }
    }

    @Override
    public List<Activity> children() {
        return List.of(children);
    }
}
