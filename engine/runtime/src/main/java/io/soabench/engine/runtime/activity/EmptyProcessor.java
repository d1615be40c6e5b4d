package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;

/** The processor of {@code empty}, which does nothing (WS-BPEL 2.0, section 10.8). */
public final class EmptyProcessor implements Processor {
    @Override
    public void start(Frame frame) {
        frame.complete();
    }
}
