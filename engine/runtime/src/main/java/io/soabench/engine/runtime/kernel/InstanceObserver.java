package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;

/**
 * An observer of the ends of instances.
 *
 * <p>Thread-safe. It is called on the thread on which an instance ends, so it must be fast and must not throw.
 */
@FunctionalInterface
public interface InstanceObserver {
    /**
     * Receives the end of an instance that has answered all its requests.
     *
     * @param fault the uncaught fault that has ended it; null when it has completed, also by an exit activity
     */
    void ended(Fault fault);
}
