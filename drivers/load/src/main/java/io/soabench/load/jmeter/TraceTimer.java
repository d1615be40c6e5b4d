package io.soabench.load.jmeter;

import io.soabench.load.replay.SenderThread;
import org.apache.jmeter.testelement.AbstractTestElement;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.timers.Timer;

/**
 * A timer that waits until the next request of the trace is due. It waits by itself, because JMeter sleeps in whole
 * milliseconds, and then asks JMeter for no further delay. When the thread has nothing left to send it ends the thread.
 */
final class TraceTimer extends AbstractTestElement implements Timer {

    private static final long serialVersionUID = 1L;

    private final transient Callers callers;

    TraceTimer(Callers callers) {
        this.callers = callers;
        setName("trace timer");
    }

    @Override
    public long delay() {
        SenderThread caller = callers.ofThisThread();
        if (!callers.guarded(caller::awaitTurn)) {
            JMeterContextService.getContext().getThread().stop();
        }
        return 0;
    }

    /** Returns a timer for each thread, as JMeter requires; the state belongs to the caller. */
    @Override
    public Object clone() {
        return new TraceTimer(callers);
    }
}
