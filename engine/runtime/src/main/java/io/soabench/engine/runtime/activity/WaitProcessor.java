package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.Worker;

/** {@code wait}: completes after a time (WS-BPEL 2.0, section 10.7). */
public final class WaitProcessor implements Processor {
    private static final Object TIME_IS_UP = "time is up";

    private final TimeSpecification time;

    /** A wait. */
    public WaitProcessor(TimeSpecification time) {
        this.time = time;
    }

    @Override
    public void start(Frame frame) {
        long delayNs = time.delayNs(frame);
        if (delayNs == 0) {
            frame.complete();
            return;
        }
        frame.data(frame.instance().alarm(frame, TIME_IS_UP, delayNs));
    }

    @Override
    public void resumed(Frame frame, Object event) {
        frame.complete();
    }

    @Override
    public void terminate(Frame frame) {
        if (frame.data() instanceof Worker.Alarm alarm) {
            alarm.cancel();
        }
        frame.closeTerminated();
    }
}
