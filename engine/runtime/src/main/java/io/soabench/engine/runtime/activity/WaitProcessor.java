package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.StateReader;
import io.soabench.engine.runtime.kernel.StateWriter;
import io.soabench.engine.runtime.kernel.Worker;

/** The processor of {@code wait}, which completes after a time (WS-BPEL 2.0, section 10.7). */
public final class WaitProcessor implements Processor {
    private final TimeSpecification time;

    /** Creates a processor. */
    public WaitProcessor(TimeSpecification time) {
        this.time = time;
    }

    @Override
    public void start(Frame frame) {
        TimeSpecification.Moment end = time.moment(frame);
        if (end.delayNs(frame) == 0) {
            frame.complete();
            return;
        }
        frame.data(end.set(frame, 0));
    }

    @Override
    public void alarmDue(Frame frame, int alarm) {
        frame.complete();
    }

    @Override
    public void terminate(Frame frame) {
        if (frame.data() instanceof Worker.Alarm alarm) {
            alarm.cancel();
        }
        frame.closeTerminated();
    }

    @Override
    public void write(Frame frame, StateWriter snapshot) {
        snapshot.alarm((Worker.Alarm) frame.data());
    }

    @Override
    public void read(Frame frame, StateReader snapshot) {
        frame.data(snapshot.alarm());
    }
}
