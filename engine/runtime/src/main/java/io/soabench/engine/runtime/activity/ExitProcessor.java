package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;

/** The processor of {@code exit}, which ends the instance at once (WS-BPEL 2.0, section 10.10). */
public final class ExitProcessor implements Processor {
    @Override
    public void start(Frame frame) {
        frame.instance().exit();
    }
}
