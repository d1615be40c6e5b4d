package io.soabench.load.replay;

import io.soabench.load.input.Trace;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All arrivals of an open workload. A thread that is free takes the next arrival before its time and waits for it; an
 * arrival that is taken after its time found no free thread. Safe for use by many threads; wait-free.
 */
final class OpenTurns implements Turns {

    private final Trace trace;
    private final long startNs;
    private final int count;
    private final AtomicInteger next = new AtomicInteger();

    /** Only arrivals before the end of the measurement are handed out. */
    OpenTurns(Trace trace, Timetable timetable) {
        this.trace = trace;
        startNs = timetable.startNs();
        count = trace.arrivalsBefore(TimeUnit.NANOSECONDS.toMicros(timetable.measureEndNs() - timetable.startNs()));
    }

    /** Arrivals before the end of the measurement. */
    int count() {
        return count;
    }

    @Override
    public boolean next(Turn turn, long lastEndNs) {
        if (next.get() >= count) {
            return false;
        }
        int index = next.getAndIncrement();
        if (index >= count) {
            return false;
        }
        turn.client = trace.client(index);
        turn.number = trace.number(index);
        turn.lap = 1;
        turn.chunk = trace.chunk(index);
        turn.intendedNs = startNs + TimeUnit.MICROSECONDS.toNanos(trace.waitUs(index));
        return true;
    }
}
