package io.soabench.engine.runtime.kernel;

/**
 * A recorder of what happens to one instance. Belongs to the owner of the instance: called on its thread, before the instance does
 * what follows from the record, and before the effects of that are given to the {@link Outbox}.
 */
@FunctionalInterface
public interface Recorder {
    /** Takes a record; fast, and never throwing. */
    void record(InstanceRecord record);

    /** Returns the way of effects that knows which of these records are safe; null for that of the kernel. */
    default Outbox outbox() {
        return null;
    }
}
