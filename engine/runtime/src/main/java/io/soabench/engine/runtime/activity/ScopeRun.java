package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import java.util.ArrayDeque;
import java.util.Deque;

/** Where the execution of a scope stands. */
final class ScopeRun {
    /**
     * The life of a scope.
     *
     * <pre>
     * RUNNING --fault--> STOPPING --stopped--> HANDLING --handler done--> completed
     *    |                   |                     '--fault--> RETHROWING --stopped--> faulted
     *    |                   '--stopped, no handler--> UNWINDING --compensated--> faulted
     *    '--terminate--> TERMINATING --stopped--> CLEANING --handler done--> terminated
     * HANDLING, UNWINDING --terminate--> ABORTING --stopped--> terminated
     * </pre>
     */
    enum State {
        RUNNING,
        STOPPING,
        HANDLING,
        UNWINDING,
        RETHROWING,
        TERMINATING,
        CLEANING,
        ABORTING
    }

    final ScopeInstance scope;
    final Deque<ScopeInstance> toCompensate = new ArrayDeque<>(0);
    State state = State.RUNNING;
    Fault fault;

    ScopeRun(ScopeInstance scope) {
        this.scope = scope;
    }
}
