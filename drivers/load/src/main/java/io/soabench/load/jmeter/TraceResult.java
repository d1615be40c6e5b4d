package io.soabench.load.jmeter;

import io.soabench.load.record.Sample;
import org.apache.jmeter.samplers.SampleResult;

/**
 * A carrier of a sample through JMeter to the {@link SampleLog}. Each thread has one and uses it again: a JMeter result
 * is several times as large as what is kept of it.
 */
final class TraceResult extends SampleResult {

    private static final long serialVersionUID = 1L;

    private transient Sample sample;

    void set(Sample newest) {
        sample = newest;
        setSuccessful(true);
    }

    Sample sample() {
        return sample;
    }
}
