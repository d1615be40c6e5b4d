package io.soabench.load.replay;

import io.soabench.load.input.Trace;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All arrivals of an open workload. A thread that is free takes the next arrival before its time and waits for it; an
 * arrival that is taken after its time found no free thread. Safe for use by many threads; wait-free.
 *
 * <p>When the measurement begins before its planned time, the arrivals of the rest of the warm-up are left out, and those of
 * the measurement come earlier by as much. When the measurement ends before its planned time, the rest of its arrivals is left out.
 */
final class OpenRequestOrder implements RequestOrder {

    private final Trace trace;
    private final long warmUpNs;
    private final int warmUpCount;
    private final int count;
    private final AtomicInteger next = new AtomicInteger();

    /** Creates the order of a trace. Only arrivals before the end of the measurement are handed out. */
    OpenRequestOrder(Trace trace, ReplaySchedule planned) {
        this.trace = trace;
        warmUpNs = planned.measureStartNs() - planned.startNs();
        warmUpCount = before(warmUpNs);
        count = before(planned.measureEndNs() - planned.startNs());
    }

    private int before(long ns) {
        // The time is rounded up, so that an arrival within the last microsecond counts.
        return trace.arrivalsBefore(-Math.floorDiv(-ns, TimeUnit.MICROSECONDS.toNanos(1)));
    }

    /** Returns the arrivals of the warm-up. */
    int countWarmUp(ReplaySchedule table) {
        return before(Math.min(warmUpNs, table.measureStartNs() - table.startNs()));
    }

    /** Returns the arrivals of the measurement. */
    int countMeasure(ReplaySchedule table) {
        return Math.min(count, before(warmUpNs + table.measureEndNs() - table.measureStartNs())) - warmUpCount;
    }

    @Override
    public boolean next(NextRequest turn, long lastEndNs, ReplaySchedule table) {
        if (next.get() >= count) {
            return false;
        }
        turn.index = next.getAndIncrement();
        return renew(turn, table);
    }

    @Override
    public boolean renew(NextRequest turn, ReplaySchedule table) {
        while (turn.index < warmUpCount && table.measures(intendedNs(turn.index, table))) {
            next.accumulateAndGet(warmUpCount, Math::max);
            turn.index = next.getAndIncrement();
        }
        if (turn.index >= count) {
            return false;
        }
        turn.client = trace.client(turn.index);
        turn.number = trace.number(turn.index);
        turn.lap = 1;
        turn.chunk = trace.chunk(turn.index);
        turn.row = trace.row(turn.index);
        turn.intendedNs = intendedNs(turn.index, table);
        return turn.intendedNs < table.measureEndNs();
    }

    private long intendedNs(int index, ReplaySchedule table) {
        long waitNs = TimeUnit.MICROSECONDS.toNanos(trace.waitUs(index));
        return index < warmUpCount ? table.startNs() + waitNs : table.measureStartNs() + waitNs - warmUpNs;
    }
}
