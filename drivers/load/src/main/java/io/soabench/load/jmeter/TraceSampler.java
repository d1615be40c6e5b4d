package io.soabench.load.jmeter;

import io.soabench.load.replay.SenderThread;
import org.apache.jmeter.samplers.AbstractSampler;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.JMeterContextService;

/** A sampler that sends the request that is due and waits for its answer, on a raw kept-alive connection. */
final class TraceSampler extends AbstractSampler {

    private static final long serialVersionUID = 1L;

    private final transient Callers callers;
    private final transient TraceResult result = new TraceResult();

    TraceSampler(Callers callers) {
        this.callers = callers;
        setName("trace sampler");
    }

    @Override
    public SampleResult sample(Entry unused) {
        SenderThread caller = callers.ofThisThread();
        boolean called = callers.guarded(() -> {
            result.set(caller.call());
            return true;
        });
        if (!called) {
            JMeterContextService.getContext().getThread().stop();
            return null;
        }
        return result;
    }

    /** Returns a sampler for each thread, as JMeter requires. */
    @Override
    public Object clone() {
        return new TraceSampler(callers);
    }
}
