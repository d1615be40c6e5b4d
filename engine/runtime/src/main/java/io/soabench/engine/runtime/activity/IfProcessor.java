package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/** The processor of {@code if}, which runs the first branch whose condition is true (WS-BPEL 2.0, section 11.2). */
public final class IfProcessor implements Processor {
    private final List<Branch> branches;

    /**
     * Creates a processor.
     *
     * @param branches the branches in document order; the last one may have no condition
     */
    public IfProcessor(List<Branch> branches) {
        this.branches = List.copyOf(branches);
    }

    /**
     * A branch.
     *
     * @param condition the condition; null for an {@code else} branch
     * @param activity the activity of the branch
     */
    public record Branch(CompiledExpression condition, Activity activity) {}

    @Override
    public void start(Frame frame) {
        int chosen = choose(frame);
        for (int i = 0; i < branches.size(); i++) {
            if (i != chosen) {
                frame.skip(branches.get(i).activity());
            }
        }
        if (chosen < 0) {
            frame.complete();
        } else {
            frame.start(branches.get(chosen).activity());
        }
    }

    /** Returns the index of the first branch whose condition is true; -1 for none. */
    private int choose(Frame frame) {
        for (int i = 0; i < branches.size(); i++) {
            CompiledExpression condition = branches.get(i).condition();
            if (condition == null || condition.test(frame)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        frame.complete();
    }

    @Override
    public List<Activity> children() {
        return branches.stream().map(Branch::activity).toList();
    }
}
