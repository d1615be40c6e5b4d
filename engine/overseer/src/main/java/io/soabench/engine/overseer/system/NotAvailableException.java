package io.soabench.engine.overseer.system;

/** The absence of a requested feature; the message is one sentence. */
public final class NotAvailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Availability availability;

    /** Makes an exception with its reason. */
    public NotAvailableException(Availability availability) {
        super(availability.toString());
        this.availability = availability;
    }

    /** Returns the reason; absent only in a copy that was serialized. */
    public Availability availability() {
        return availability;
    }
}
