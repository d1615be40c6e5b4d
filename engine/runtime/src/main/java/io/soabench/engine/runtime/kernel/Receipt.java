package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;

/**
 * The acknowledgement of a message, for which its sender waits.
 *
 * <p>Exactly one method is called, once, from any thread. None is called for a message that the kernel refuses at once.
 */
public interface Receipt {
    /** The acknowledgement of a message whose sender waits for the answer instead, or for nothing. */
    Receipt NONE = new Receipt() {
        @Override
        public void taken() {
            // The sender does not wait.
        }

        @Override
        public void refused(Fault fault) {
            // The sender does not wait.
        }
    };

    /**
     * Reports that an instance has the message: an activity has taken it, or the instance keeps it for a later
     * activity.
     */
    void taken();

    /**
     * Reports that no instance has the message.
     *
     * @param fault the reason
     */
    void refused(Fault fault);
}
