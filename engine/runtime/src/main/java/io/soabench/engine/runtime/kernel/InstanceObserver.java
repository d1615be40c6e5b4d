package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;

/**
 * An observer of the end of instances. Thread-safe: called on whatever thread an instance ends on; fast, and never
 * throwing.
 */
@FunctionalInterface
public interface InstanceObserver {
    /**
     * An instance has ended and has answered everything that it owed.
     *
     * @param fault what has ended it; null when it ended as the process says, by exit too
     */
    void ended(Fault fault);
}
