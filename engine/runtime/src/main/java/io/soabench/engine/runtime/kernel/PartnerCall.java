package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * One call of a partner, from the kernel to the invoker and back.
 *
 * <p>The invoker reads it on any thread and ends it by exactly one of {@link #answered} and {@link #failed}, from any thread;
 * the instance goes on on its own worker. A call whose activity was terminated is {@link #isAbandoned abandoned}: the invoker
 * may drop it, and its end has no effect.
 */
public final class PartnerCall {
    private final PartnerOperation operation;
    private final String address;
    private final List<Element> input;
    private final Frame frame;
    private volatile boolean abandoned;

    /** A call made by an activity's frame. */
    public PartnerCall(PartnerOperation operation, String address, List<Element> input, Frame frame) {
        this.operation = operation;
        this.address = address;
        this.input = input;
        this.frame = frame;
    }

    /** What is called. */
    public PartnerOperation operation() {
        return operation;
    }

    /** Where it is called: an absolute http URL. */
    public String address() {
        return address;
    }

    /** Parts of the request. */
    public List<Element> input() {
        return input;
    }

    /** The worker that owns the calling instance. */
    public Worker worker() {
        return frame.instance().worker();
    }

    /** Whether nobody waits for the answer any more. */
    public boolean isAbandoned() {
        return abandoned;
    }

    /** Says that nobody waits for the answer any more. */
    public void abandon() {
        abandoned = true;
    }

    /** The partner answered with the output message; an empty list for a one-way call that was accepted. */
    public void answered(List<Element> parts) {
        frame.instance().resume(frame, parts);
    }

    /** The partner answered with a fault or could not be reached. */
    public void failed(Fault fault) {
        frame.instance().resume(frame, fault);
    }
}
