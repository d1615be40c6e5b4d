package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.IsolationLocks;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * The state of one execution of a scope.
 *
 * <p>Threading: only the owner of the instance uses it.
 */
final class ScopeRun {
    /**
     * The states of a scope.
     *
     * <pre>
     * QUEUED --entered--> RUNNING; QUEUED --terminate--> terminated
     * RUNNING --fault--> STOPPING --stopped--> HANDLING --handler done--> completed
     *    |                   |                     '--fault--> RETHROWING --stopped--> faulted
     *    |                   '--stopped, no handler--> UNWINDING --compensated--> faulted
     *    '--terminate--> TERMINATING --stopped--> CLEANING --handler done--> terminated
     * ABORTING (being set up, or termination handler faulted) --stopped--> terminated
     * STOPPING, HANDLING, UNWINDING, RETHROWING: terminate has no effect; they go on and then count as terminated
     * </pre>
     */
    enum State {
        QUEUED,
        RUNNING,
        STOPPING,
        HANDLING,
        UNWINDING,
        RETHROWING,
        TERMINATING,
        CLEANING,
        ABORTING;

        /** Returns whether a fault has an effect in this state. In the other states the scope is stopping already. */
        boolean handlesFaults() {
            return this == RUNNING || this == HANDLING || this == UNWINDING || this == CLEANING;
        }
    }

    final ScopeInstance scope;
    final Deque<ScopeInstance> toCompensate = new ArrayDeque<>(0);
    final List<Frame> events = new ArrayList<>(0);

    /** The content with which the scope begins; null for none, and from the beginning on. */
    Object initial;

    Set<IsolationLocks.Shared> held;
    Frame body;
    boolean enabled;
    /** Whether the scope has faulted because of a missing reply, which is reported once. */
    boolean missesReply;

    State state = State.RUNNING;
    Fault fault;

    ScopeRun(ScopeInstance scope, Object initial) {
        this.scope = scope;
        this.initial = initial;
    }
}
