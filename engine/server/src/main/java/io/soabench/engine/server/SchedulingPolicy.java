package io.soabench.engine.server;

/** The policy by which threads run instances. */
public enum SchedulingPolicy {
    /**
     * One event loop runs an instance, its request and its partner connections. An idle loop takes over instances that
     * wait for a busy one.
     */
    AFFINE,
    /**
     * Each stage has its own threads, and queues connect the stages (the three-stage engine SOSOA of S11, section 2.1).
     */
    PIPELINE,
    /**
     * The threads of the kernel take activities of all instances from one queue that is ordered by deadline (F12,
     * section III).
     */
    TASK,
    /**
     * Each instance has a thread, a virtual one where Java has them. This is the classical engine of F12, section II.
     */
    INSTANCE
}
