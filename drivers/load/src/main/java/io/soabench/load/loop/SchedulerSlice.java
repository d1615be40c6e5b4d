package io.soabench.load.loop;

import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.thread.TimeSlice;

/** A request to the scheduler to wake the calling thread promptly. It needs no privileges. */
final class SchedulerSlice {

    private SchedulerSlice() {}

    /** Loads what {@link #ask} needs, which takes a while, so that no thread does so when it is waited for. */
    static void prepare() {
        try {
            Linux.availability();
        } catch (LinkageError e) {
            // Then it cannot be had, and threads run as others do.
        }
    }

    /**
     * Requests no timer slack and the shortest scheduler slice for the calling thread (docs/decisions/0015). A thread with a short slice runs
     * before the slice of another thread is over. On a system that refuses, the thread runs as others do.
     */
    static void ask() {
        TimerSlack.none();
        try {
            TimeSlice.set(TimeSlice.SHORTEST);
        } catch (NotAvailableException | LinkageError e) {
            // Not Linux, an older one, or no place for JNA's library.
        }
    }
}
