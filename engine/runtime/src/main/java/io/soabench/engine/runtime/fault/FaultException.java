package io.soabench.engine.runtime.fault;

/**
 * The exception that takes a {@link Fault} out of an expression or a copy to the activity around it. It has no stack
 * trace, since it stands for a value.
 */
public final class FaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Fault fault;

    /** Wraps a fault. */
    public FaultException(Fault fault) {
        super(fault.reason(), null, false, false);
        this.fault = fault;
    }

    /** Returns the fault carried. */
    public Fault fault() {
        return fault;
    }
}
