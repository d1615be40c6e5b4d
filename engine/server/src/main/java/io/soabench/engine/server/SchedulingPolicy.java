package io.soabench.engine.server;

/** Which threads run instances. */
public enum SchedulingPolicy {
    /** An instance stays on the event loop where its request arrived; its partner calls use connections of that loop. */
    AFFINE,
    /** Each stage has its own threads, joined by queues (the three-stage engine of SOSOA, section 2.1). */
    PIPELINE
}
