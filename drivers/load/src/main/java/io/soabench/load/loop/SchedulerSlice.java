package io.soabench.load.loop;

import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.thread.TimeSlice;

/** A request to the scheduler to wake the calling thread promptly. It needs no privileges. */
final class SchedulerSlice {

    private SchedulerSlice() {}

    /**
     * Loads the classes and the library that {@link #ask} needs. This takes a while, so it is done before a thread is
     * waited for.
     */
    static void prepare() {
        try {
            Linux.availability();
        } catch (LinkageError e) {
            // Without the library, the threads run with the default slice.
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
