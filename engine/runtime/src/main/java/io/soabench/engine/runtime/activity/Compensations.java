package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import java.util.Deque;

/**
 * The compensation of completed scopes, one after the other, the last completed first (WS-BPEL 2.0, section 12.4.4).
 */
final class Compensations {
    private Compensations() {}

    /**
     * Starts the compensation of the next scope as a child of a frame.
     *
     * @param around the scope in which the child runs
     * @param scopes the scopes that remain, from which the next one is removed
     * @return false when no scope remains
     */
    static boolean startNext(Frame frame, ScopeInstance around, Deque<ScopeInstance> scopes) {
        ScopeInstance next = scopes.poll();
        if (next == null) {
            return false;
        }
        ScopeProcessor processor = (ScopeProcessor) next.frame().activity().processor();
        Frame compensation = frame.start(processor.compensation(), around);
        compensation.data(next);
        return true;
    }
}
