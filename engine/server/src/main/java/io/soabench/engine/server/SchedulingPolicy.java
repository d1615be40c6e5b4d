package io.soabench.engine.server;

/** The policy by which threads run instances. */
public enum SchedulingPolicy {
    /**
     * An instance stays on the event loop where its request arrived, with its partner connections; an idle loop takes over what waits
     * for a busy one.
     */
    AFFINE,
    /** Each stage has its own threads, joined by queues (the three-stage engine of SOSOA, S11, section 2.1). */
    PIPELINE,
    /** The kernel's threads take the next activity of whichever instance from one queue with deadlines (F12, section III). */
    TASK,
    /** Each instance has a thread, a virtual one where the JVM has them: the classical engine (F12, section II). */
    INSTANCE
}
