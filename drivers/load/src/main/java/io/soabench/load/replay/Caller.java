package io.soabench.load.replay;

import io.soabench.load.http.Exchange;
import io.soabench.load.record.Sample;
import io.soabench.load.text.Uiid;
import io.soabench.plan.HostClock;
import java.util.Optional;

/** One thread of the replay: waits for its turn, sends the request, says how it went. Belongs to that thread. */
public final class Caller {

    private final Replay replay;
    private final int index;
    private final HostClock clock;
    private final Exchange exchange;
    private final Uiid uiid;
    private final byte[] uiidBytes;
    private final Turn turn = new Turn();
    private Turns turns;
    private long lastEndNs;
    private int lap = 1;

    Caller(Replay replay, int index, HostClock clock, Exchange exchange, Uiid uiid) {
        this.replay = replay;
        this.index = index;
        this.clock = clock;
        this.exchange = exchange;
        this.uiid = uiid;
        uiidBytes = uiid.buffer();
    }

    /**
     * Waits until the next request is due; false when this thread has none any more, when the measurement has ended already, or
     * when the replay was stopped.
     */
    public boolean awaitTurn() {
        if (turns == null) {
            Optional<Timetable> timetable = replay.awaitStart();
            if (timetable.isEmpty()) {
                return false;
            }
            turns = replay.turns(index);
            lastEndNs = timetable.get().startNs();
        }
        long endNs = replay.timetable().measureEndNs();
        if (!turns.next(turn, lastEndNs) || turn.intendedNs >= endNs) {
            return false;
        }
        long nowNs = clock.epochNanos();
        if (nowNs >= endNs) {
            return false;
        }
        if (replay.open() && nowNs > turn.intendedNs) {
            replay.countPoolDry();
        }
        return replay.pace().until(turn.intendedNs);
    }

    /** Sends the request that is due, even when its thread woke up a moment after the end of the measurement. */
    public Sample call() {
        long startNs = clock.epochNanos();
        replay.countSent();
        if (turn.lap > lap) {
            lap = turn.lap;
            replay.countLap();
        }
        int uiidSize = uiid.put(uiidBytes, 0, turn.client, turn.number, turn.lap);
        exchange.run(turn.chunk, uiidBytes, uiidSize, startNs);
        lastEndNs = exchange.endNs();
        replay.countEnded();
        return new Sample(
                replay.timetable().measures(turn.intendedNs),
                replay.open() ? index + 1 : turn.client,
                turn.client,
                turn.number,
                turn.lap,
                turn.chunk,
                turn.intendedNs,
                startNs,
                lastEndNs,
                exchange.outcome(),
                exchange.status(),
                exchange.bytesOut(),
                exchange.bytesIn(),
                exchange.detail());
    }
}
