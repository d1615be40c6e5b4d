package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

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

    /**
     * Notes the answer to a request, before the outbox gets it and before the record of the end of the instance. For an
     * open request that the end answers, it is called a second time with that answer.
     *
     * @param parts the parts of the output message; empty for a fault
     * @param fault the fault; null for a normal answer
     */
    default void answers(ReplyTo client, List<Element> parts, Fault fault) {
        // A recorder that keeps no answers needs only the records.
    }

    /** Notes, before the outbox, that the instance does not take a message of which it has a record. */
    default void refuses(Receipt receipt) {
        // A recorder that keeps no answers needs only the records.
    }

    /** Returns whether the recorder keeps answers of this instance, and so has to hear of those that the end gives. */
    default boolean keepsAnswers() {
        return false;
    }

    /** Returns whether a snapshot is to replace the records so far. Asked after each turn, so it is fast. */
    default boolean wantsSnapshot() {
        return false;
    }

    /**
     * Adds the snapshot that {@link #wantsSnapshot} has asked for, unless the recorder is better off without it.
     *
     * @return whether it was added
     */
    default boolean offer(InstanceRecord.Snapshot snapshot) {
        record(snapshot);
        return true;
    }

    /** Returns the outbox that delays effects until these records are durable; null for the outbox of the kernel. */
    default Outbox outbox() {
        return null;
    }
}
