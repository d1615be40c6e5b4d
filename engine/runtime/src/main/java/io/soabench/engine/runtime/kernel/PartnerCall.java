package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * A call of a partner, from the kernel to the invoker and back.
 *
 * <p>The invoker reads the call on any thread. It ends the call with exactly one call of {@link #answered} or {@link
 * #failed}, on any thread; the instance handles the end in its next turn. A call whose activity was terminated is
 * {@link #isAbandoned abandoned}: the invoker may drop it, and its end has no effect.
 */
public final class PartnerCall {
    private static final long NOTHING_YET = -1;

    private final PartnerOperation operation;
    private final Endpoint endpoint;
    private final List<Element> input;
    private final Fault fault;
    private final Frame frame;
    private final String messageId;
    private final Runnable whenPosted;
    private volatile boolean abandoned;
    private long reserved = NOTHING_YET;

    /** Creates the call of a frame. */
    public PartnerCall(PartnerOperation operation, Endpoint endpoint, List<Element> input, Frame frame) {
        this(operation, endpoint, input, null, frame, null, () -> {});
    }

    private PartnerCall(
            PartnerOperation operation,
            Endpoint endpoint,
            List<Element> input,
            Fault fault,
            Frame frame,
            String messageId,
            Runnable whenPosted) {
        this.operation = operation;
        this.endpoint = endpoint;
        this.input = input;
        this.fault = fault;
        this.frame = frame;
        this.messageId = messageId;
        this.whenPosted = whenPosted;
    }

    /**
     * Creates an answer that is sent like a call. The end of that call has no effect.
     *
     * @param operation a one-way operation, with the answer as its input
     * @param fault the fault to send; null for a normal answer
     * @param messageId the identifier of the message, which no other message has
     * @param whenPosted called when the receiver has accepted the answer
     */
    public static PartnerCall answer(
            PartnerOperation operation,
            Endpoint endpoint,
            List<Element> parts,
            Fault fault,
            String messageId,
            Runnable whenPosted) {
        return new PartnerCall(operation, endpoint, parts, fault, null, messageId, whenPosted);
    }

    /**
     * Returns the identifier of the message, a URI. No other message has it, and a call that is repeated after a
     * recovery has it again.
     */
    public String messageId() {
        return frame == null ? messageId : messageId(new StringBuilder()).toString();
    }

    /** Appends {@link #messageId} to a text. Makes no other text, as calls of a durable engine always have it. */
    public StringBuilder messageId(StringBuilder target) {
        if (frame == null) {
            return target.append(messageId);
        }
        return target.append("urn:soabench:")
                .append(frame.instance().kernel().engine())
                .append(':')
                .append(frame.instance().id())
                .append(':')
                .append(frame.address());
    }

    /** Returns the operation that is called. */
    public PartnerOperation operation() {
        return operation;
    }

    /** Returns the address, an absolute http URL; empty when a registry has to be asked first. */
    public String address() {
        return endpoint.address();
    }

    /** Returns the address and the addressing headers of the message. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Returns the partner if a registry may replace its address. Null when the partner is in no registry, or when the
     * process has assigned the address or got it from a message.
     */
    public RegisteredPartner registered() {
        if (frame == null || endpoint.isAddressed()) {
            return null;
        }
        RegisteredPartner partner = frame.instance().deployment().registered(operation.partnerLink());
        return partner != null && partner.hasHadAddress(address()) ? partner : null;
    }

    /**
     * Returns the HTTP header lines for the partner, each ended by CR LF; empty when a message has brought the address.
     */
    public String headers() {
        return frame == null || endpoint.isAddressed()
                ? ""
                : frame.instance().deployment().headers(operation.partnerLink(), address());
    }

    /** Returns the fault that is sent instead of a message; null for a message. */
    public Fault fault() {
        return fault;
    }

    /** Returns the parts of the request. */
    public List<Element> input() {
        return input;
    }

    /** Returns the frame that has made the call; null for an answer. */
    Frame frame() {
        return frame;
    }

    /** Returns the worker of the calling instance, for the thread that makes the call; null for an answer. */
    public Worker worker() {
        return frame == null ? null : frame.instance().worker();
    }

    /** Returns whether the answer is not awaited any more. */
    public boolean isAbandoned() {
        return abandoned;
    }

    /** Marks the call as abandoned: its answer is not awaited any more. */
    public void abandon() {
        abandoned = true;
    }

    /**
     * Delivers a message to the instance that has made this call, whatever its correlation values. For partners inside
     * the engine, which know the caller.
     *
     * @return false when too many bytes of messages wait, or when this is an answer
     */
    public boolean callBack(InboundMessage message) {
        return frame != null && Kernel.deliver(frame.instance(), message);
    }

    /**
     * Reserves bytes for an answer before {@link #answered} is called with it. For invokers that count their calls.
     *
     * @return null, or the fault that ends the call because the limit for running instances is reached
     */
    public Fault reserve(List<Element> parts) {
        long bytes = frame == null ? 0 : InboundMessage.weight(parts);
        if (bytes > 0 && !frame.instance().kernel().holdForRunning(bytes)) {
            return noRoom("The answer", bytes);
        }
        reserved = bytes;
        return null;
    }

    private Fault noRoom(String what, long bytes) {
        return StandardFault.LIMIT_EXCEEDED.because(what + " of partner '" + operation.partnerLinkName()
                + "' takes about " + bytes + " bytes, and all instances may hold "
                + frame.instance().kernel().limits().runningBytes() + " together; raise --max-kernel-bytes.");
    }

    /**
     * Ends the call with the output message; an empty list stands for a one-way call that was accepted. An answer that
     * exceeds the limit for running instances is a failure.
     */
    public void answered(List<Element> parts) {
        if (frame == null) {
            whenPosted.run();
            return;
        }
        Fault refusal = reserved == NOTHING_YET ? reserve(parts) : null;
        if (refusal == null) {
            end(parts, null, reserved);
        } else {
            failed(refusal);
        }
    }

    /** Ends the call with a fault, because the partner has answered with one or was unreachable. */
    public void failed(Fault failure) {
        if (frame == null) {
            return;
        }
        long bytes = InboundMessage.weight(failure.data());
        if (bytes > 0 && !frame.instance().kernel().holdForRunning(bytes)) {
            end(null, noRoom("The fault", bytes), 0);
        } else {
            end(null, failure, bytes);
        }
    }

    /** Hands the end of the call to the instance; releases the reserved bytes when an error prevents that. */
    private void end(List<Element> parts, Fault failure, long bytes) {
        boolean handed = false;
        try {
            frame.instance()
                    .handle(
                            failure == null
                                    ? new Event.CallAnswered(frame, parts, bytes)
                                    : new Event.CallFailed(frame, failure, bytes));
            handed = true;
        } finally {
            if (!handed) {
                frame.instance().kernel().letGo(bytes);
            }
        }
    }
}
