package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;

/**
 * The acknowledgement of a message to its sender, which the sender waits for. Exactly one method is called, once, from any thread;
 * none of a message that the kernel has refused at once.
 */
public interface Receipt {
    /** For a message whose sender waits for its answer instead, or for nothing. */
    Receipt NONE = new Receipt() {
        @Override
        public void taken() {
            // Nobody waits.
        }

        @Override
        public void refused(Fault fault) {
            // Nobody waits.
        }
    };

    /** Says that an instance has the message: an activity has taken it, or the instance keeps it for one. */
    void taken();

    /**
     * Says that no instance has the message.
     *
     * @param fault why
     */
    void refused(Fault fault);
}
