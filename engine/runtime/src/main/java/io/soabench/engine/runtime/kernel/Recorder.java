package io.soabench.engine.runtime.kernel;

/**
 * A recorder of one instance.
 *
 * <p>Threading: only the owner of the instance calls it. It gets each record before the instance does what follows from
 * it, and before the {@link Outbox} gets the effects of that.
 */
@FunctionalInterface
public interface Recorder {
    /** Adds a record; fast, and never throws. */
    void record(InstanceRecord record);

    /** Returns the outbox that delays effects until these records are durable; null for the outbox of the kernel. */
    default Outbox outbox() {
        return null;
    }
}
