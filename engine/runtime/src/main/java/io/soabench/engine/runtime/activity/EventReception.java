package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.MessageWait;

/**
 * The message that an {@code onEvent} waits for. A {@link Reception} fails when one of its correlation sets has no
 * values. This one waits without a match instead, because a set of the process may get its values after the handler was
 * enabled.
 *
 * @param outside the reception as seen from the scope that declares the handler, without the sets of the scope of the
 *     body
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
