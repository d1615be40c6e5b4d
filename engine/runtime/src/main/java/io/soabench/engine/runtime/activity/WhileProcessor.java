package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/** The processor of {@code while}, which runs its body as long as a condition is true (WS-BPEL 2.0, section 11.3). */
public final class WhileProcessor implements Processor {
    private final CompiledExpression condition;
    private final Activity body;

    /** Creates a processor. */
    public WhileProcessor(CompiledExpression condition, Activity body) {
        this.condition = condition;
        this.body = body;
    }

    @Override
    public void start(Frame frame) {
        if (condition.test(frame)) {
            frame.start(body);
        } else {
            frame.complete();
        }
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        start(frame);
    }

    @Override
    public List<Activity> children() {
        return List.of(body);
    }
}
