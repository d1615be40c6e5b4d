package io.soabench.load.replay;

import io.soabench.load.input.Trace;
import java.util.concurrent.TimeUnit;

/**
 * One simulated client: it thinks after each answer. When its part of the trace is used up it begins again with the next
 * lap. Belongs to one thread.
 */
final class ClosedTurns implements Turns {

    private final Trace trace;
    private final int begin;
    private final int end;
    private int next;
    private int lap = 1;

    /** @param clientIndex from 0 */
    ClosedTurns(Trace trace, int clientIndex) {
        this.trace = trace;
        begin = trace.begin(clientIndex);
        end = trace.begin(clientIndex + 1);
        next = begin;
    }

    @Override
    public boolean next(Turn turn, long lastEndNs) {
        if (next == end) {
            next = begin;
            lap++;
        }
        turn.client = trace.client(next);
        turn.number = trace.number(next);
        turn.lap = lap;
        turn.chunk = trace.chunk(next);
        turn.intendedNs = lastEndNs + TimeUnit.MICROSECONDS.toNanos(trace.waitUs(next));
        next++;
        return true;
    }
}
