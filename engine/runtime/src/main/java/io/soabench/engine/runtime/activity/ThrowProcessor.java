package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.xml.QualifiedName;

/** The processor of {@code throw}, which raises a fault (WS-BPEL 2.0, section 10.6). */
public final class ThrowProcessor implements Processor {
    private final QualifiedName name;
    private final MessageSlots data;

    /**
     * Creates a processor.
     *
     * @param name the name of the fault
     * @param data the slots of its data; null for none
     */
    public ThrowProcessor(QualifiedName name, MessageSlots data) {
        this.name = name;
        this.data = data;
    }

    @Override
    public void start(Frame frame) {
        String reason = "The process threw " + name + ".";
        frame.fault(
                data == null ? Fault.of(name, reason) : new Fault(name, data.messageType(), data.read(frame), reason));
    }
}
