package io.soabench.load.replay;

import io.soabench.load.input.PresenceIntervals;
import io.soabench.load.input.Trace;
import java.util.concurrent.TimeUnit;

/**
 * A simulated client that thinks after each answer. When its part of the trace is used up it begins again with the next lap. Belongs to one
 * thread.
 *
 * <p>Where the warm-up ends when response times are steady, the trace has a part for the warm-up and a part for the measurement (see
 * {@link Trace#measureBegin}). So the measurement sends the same requests however long the warm-up was. A client's first measured request comes
 * when its next one of the warm-up would have come: its thinking goes on.
 *
 * <p>Where the number of clients changes over time, a client that is not there sends nothing; when it comes again it thinks first.
 */
final class ClosedRequestOrder implements RequestOrder {

    private final Trace trace;
    private final PresenceIntervals presence;
    private final int measured;
    private final int end;
    private boolean parted;
    private int begin;
    private int next;
    private int lap = 1;

    /**
     * Creates the order of the requests of one client.
     *
     * @param clientIndex from 0
     * @param measured index of the request with which the measurement begins; the client's first when the trace has one
     *     part
     */
    ClosedRequestOrder(Trace trace, int clientIndex, int measured) {
        this.trace = trace;
        this.measured = measured;
        presence = trace.presence(clientIndex);
        begin = trace.begin(clientIndex);
        end = trace.begin(clientIndex + 1);
        parted = measured > begin;
        next = begin;
    }

    @Override
    public boolean next(NextRequest turn, long lastEndNs, ReplaySchedule table) {
        if (next == (parted ? measured : end)) {
            next = begin;
            lap++;
        }
        turn.thinkNs = TimeUnit.MICROSECONDS.toNanos(trace.waitUs(next));
        turn.wantedNs = lastEndNs + turn.thinkNs;
        take(turn);
        return renew(turn, table);
    }

    @Override
    public boolean renew(NextRequest turn, ReplaySchedule table) {
        long sinceNs = presence.next(turn.wantedNs - table.measureStartNs(), turn.thinkNs);
        if (sinceNs == Long.MAX_VALUE) {
            return false;
        }
        turn.intendedNs = table.measureStartNs() + sinceNs;
        if (parted && table.measures(turn.intendedNs)) {
            parted = false;
            begin = measured;
            next = measured;
            lap = 1;
            take(turn);
        }
        return true;
    }

    private void take(NextRequest turn) {
        turn.client = trace.client(next);
        turn.number = trace.number(next);
        turn.lap = lap;
        turn.chunk = trace.chunk(next);
        turn.row = trace.row(next);
        next++;
    }
}
