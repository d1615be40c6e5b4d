package io.soabench.load.jmeter;

import io.soabench.load.record.Sample;
import java.util.function.Consumer;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.testelement.AbstractTestElement;

/** A receiver that hands each sample on. One for all threads: the receiver must be safe for use by many. */
final class SampleLog extends AbstractTestElement implements SampleListener, NoThreadClone {

    private static final long serialVersionUID = 1L;

    private final transient Consumer<Sample> receiver;

    SampleLog(Consumer<Sample> receiver) {
        this.receiver = receiver;
        setName("sample log");
    }

    @Override
    public void sampleOccurred(SampleEvent event) {
        receiver.accept(((TraceResult) event.getResult()).sample());
    }

    @Override
    public void sampleStarted(SampleEvent event) {
        // Only whole samples count.
    }

    @Override
    public void sampleStopped(SampleEvent event) {
        // Only whole samples count.
    }
}
