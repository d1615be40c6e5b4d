package io.soabench.load.replay;

import io.soabench.load.http.Exchange;
import io.soabench.load.record.Sample;
import io.soabench.load.text.Uiid;
import io.soabench.plan.HostClock;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** One thread of the replay: waits for its turn, sends the request, says how it went. Belongs to that thread. */
public final class Caller {

    private final Replay replay;
    private final Crew crew;
    private final int index;
    private final HostClock clock;
    private final Exchange exchange;
    private final Uiid uiid;
    private final byte[] uiidBytes;
    private final Turn turn = new Turn();
    private final BooleanSupplier changed = this::tableChanged;
    private Timetable table;
    private Turns turns;
    private long lastEndNs;
    private int lap = 1;

    Caller(Replay replay, Crew crew, int index, Exchange exchange) {
        this.replay = replay;
        this.crew = crew;
        this.index = index;
        this.exchange = exchange;
        clock = replay.clock();
        uiid = replay.uiid();
        uiidBytes = uiid.buffer();
    }

    /**
     * Waits until the next request is due; false when this thread has none any more, when the measurement has ended already, or
     * when the replay was stopped.
     */
    public boolean awaitTurn() {
        if (turns == null) {
            Optional<Timetable> timetable = crew.awaitStart();
            if (timetable.isEmpty()) {
                return false;
            }
            turns = crew.turns(index);
            lastEndNs = timetable.get().startNs();
        }
        table = replay.timetable();
        boolean left = turns.next(turn, lastEndNs, table);
        long nowNs = clock.epochNanos();
        if (nowNs >= table.measureEndNs()) {
            return false;
        }
        if (left && replay.open() && nowNs > turn.intendedNs) {
            replay.countMissed(turn.intendedNs);
        }
        while (left && turn.intendedNs < table.measureEndNs()) {
            if (!crew.pace().until(turn.intendedNs, changed)) {
                return false;
            }
            if (!tableChanged()) {
                return true;
            }
            table = replay.timetable();
            left = turns.renew(turn, table);
        }
        return false;
    }

    private boolean tableChanged() {
        return !table.equals(replay.timetable());
    }

    /** Sends the request that is due, even when its thread woke up a moment after the end of the measurement. */
    public Sample call() {
        long startNs = clock.epochNanos();
        replay.countSent(turn.intendedNs);
        if (turn.lap != lap) {
            lap = turn.lap;
            if (lap > 1) {
                replay.countLap();
            }
        }
        int uiidSize = uiid.put(uiidBytes, 0, turn.client, turn.number, turn.lap);
        exchange.run(turn.chunk, turn.row, uiidBytes, uiidSize, startNs);
        lastEndNs = exchange.endNs();
        replay.countEnded();
        if (exchange.opened() > 0) {
            replay.countOpened(turn.intendedNs, exchange.opened());
        }
        if (exchange.waitedNs() > 0) {
            replay.countWaited(turn.intendedNs, exchange.waitedNs());
        }
        return new Sample(
                replay.timetable().measures(turn.intendedNs),
                replay.open() ? index + 1 : turn.client,
                turn.client,
                turn.number,
                turn.lap,
                turn.chunk,
                exchange.line(),
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
