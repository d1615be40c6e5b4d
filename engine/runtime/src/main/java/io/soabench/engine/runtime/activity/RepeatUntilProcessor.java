package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/**
 * The processor of {@code repeatUntil}, which runs its body at least once and until a condition is true (WS-BPEL 2.0,
 * section 11.4).
 */
public final class RepeatUntilProcessor implements Processor {
    private final CompiledExpression condition;
    private final Activity body;

    /** Creates a processor. */
    public RepeatUntilProcessor(CompiledExpression condition, Activity body) {
        this.condition = condition;
        this.body = body;
    }

    @Override
    public void start(Frame frame) {
        frame.start(body);
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        if (condition.test(frame)) {
            frame.complete();
        } else {
            frame.start(body);
        }
    }

    @Override
    public List<Activity> children() {
        return List.of(body);
    }
}
