package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * A call of a partner, from the kernel to the invoker and back.
 *
 * <p>The invoker reads it on any thread and ends it by exactly one of {@link #answered} and {@link #failed}, from any thread;
 * the instance hears of it when it has its turn. A call whose activity was terminated is {@link #isAbandoned abandoned}: the invoker
 * may drop it, and its end has no effect.
 */
public final class PartnerCall {
    private static final long NOTHING_YET = -1;

    private final PartnerOperation operation;
    private final Endpoint endpoint;
    private final List<Element> input;
    private final Fault fault;
    private final Frame frame;
    private final String messageId;
    private volatile boolean abandoned;
    private long reserved = NOTHING_YET;

    /** A call made by an activity's frame. */
    public PartnerCall(PartnerOperation operation, Endpoint endpoint, List<Element> input, Frame frame) {
        this(operation, endpoint, input, null, frame, null);
    }

    private PartnerCall(
            PartnerOperation operation,
            Endpoint endpoint,
            List<Element> input,
            Fault fault,
            Frame frame,
            String messageId) {
        this.operation = operation;
        this.endpoint = endpoint;
        this.input = input;
        this.fault = fault;
        this.frame = frame;
        this.messageId = messageId;
    }

    /**
     * An answer that is sent like a call, and for whose own end nobody waits.
     *
     * @param operation one-way, with the answer as its input
     * @param fault null for a normal answer
     * @param messageId a name that no other message has
     */
    public static PartnerCall answer(
            PartnerOperation operation, Endpoint endpoint, List<Element> parts, Fault fault, String messageId) {
        return new PartnerCall(operation, endpoint, parts, fault, null, messageId);
    }

    /** A name that no other message has, and that the same call has again when it is repeated: a URI. */
    public String messageId() {
        return frame == null
                ? messageId
                : "urn:soabench:" + frame.instance().kernel().engine() + ":"
                        + frame.instance().id() + ":" + frame.address();
    }

    /** What is called. */
    public PartnerOperation operation() {
        return operation;
    }

    /** Where it is called: an absolute http URL; empty when a registry has to be asked first. */
    public String address() {
        return endpoint.address();
    }

    /** Where it is called, and how the message is addressed. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * The partner, if a registry may replace its address; null when the address was assigned by the process, came with a message,
     * or is not in a registry.
     */
    public RegisteredPartner registered() {
        if (frame == null || endpoint.isAddressed()) {
            return null;
        }
        RegisteredPartner partner = frame.instance().deployment().registered(operation.partnerLink());
        return partner != null && partner.hasHadAddress(address()) ? partner : null;
    }

    /** HTTP header lines of the partner, each ended by CR LF; none when the address came with a message. */
    public String headers() {
        return frame == null || endpoint.isAddressed()
                ? ""
                : frame.instance().deployment().headers(operation.partnerLink(), address());
    }

    /** The fault that is sent instead of a message; null for a message. */
    public Fault fault() {
        return fault;
    }

    /** Parts of the request. */
    public List<Element> input() {
        return input;
    }

    /** Returns the frame that has made the call; null for an answer. */
    Frame frame() {
        return frame;
    }

    /** Where the calling instance runs, as seen from the thread that makes the call; null when none does. */
    public Worker worker() {
        return frame == null ? null : frame.instance().worker();
    }

    /** Whether nobody waits for the answer any more. */
    public boolean isAbandoned() {
        return abandoned;
    }

    /** Says that nobody waits for the answer any more. */
    public void abandon() {
        abandoned = true;
    }

    /**
     * The partner calls the process back: gives a message to the instance that has made this call, whatever its correlation
     * values. For partners inside the engine, who know the caller.
     *
     * @return false when too many bytes of messages wait, or nobody made this call
     */
    public boolean callBack(InboundMessage message) {
        return frame != null && Kernel.deliver(frame.instance(), message);
    }

    /**
     * Notes the bytes of an answer before {@link #answered} is called with it, for who counts calls.
     *
     * @return null, or what the call ends with when instances hold so much that the answer has no room
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
     * The partner answered with the output message; an empty list for a one-way call that was accepted. An answer without room is a
     * failure.
     */
    public void answered(List<Element> parts) {
        if (frame == null) {
            return;
        }
        Fault refusal = reserved == NOTHING_YET ? reserve(parts) : null;
        if (refusal == null) {
            end(parts, null, reserved);
        } else {
            failed(refusal);
        }
    }

    /** The partner answered with a fault or could not be reached. */
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

    /** Tells the instance how the call has ended; gives the noted bytes back when an error prevents that. */
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
