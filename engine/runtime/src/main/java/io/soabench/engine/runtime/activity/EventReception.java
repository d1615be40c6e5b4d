package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.MessageWait;

/**
 * The message that an {@code onEvent} waits for. It differs from a {@link Reception} for a correlation set without
 * values, which at process level gets them after the handler is enabled: the handler waits in vain instead of failing.
 *
 * @param outside the reception as seen from the scope that has the handler, without the sets of the handler's own scope
 */
record EventReception(Reception outside) implements MessageWait {
    @Override
    public int operation() {
        return outside.operation();
    }

    @Override
    public boolean accepts(Frame frame, InboundMessage message) {
        return outside.correlations().stream().allMatch(use -> use.isReady(frame)) && outside.accepts(frame, message);
    }

    @Override
    public boolean takesAny(Frame frame) {
        return outside.takesAny(frame);
    }

    @Override
    public String expected(Frame frame) {
        boolean ready = outside.correlations().stream().allMatch(use -> use.isReady(frame));
        return (ready ? "" : "not yet: ") + outside.expected(frame);
    }
}
