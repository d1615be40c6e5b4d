package io.soabench.load.replay;

import io.soabench.load.http.Exchange;
import io.soabench.load.record.Sample;
import io.soabench.load.text.Uiid;
import io.soabench.plan.HostClock;
import io.soabench.plan.Outcome;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A thread of the replay that waits for its next request, sends it and reports its outcome. Belongs to that thread.
 */
public final class SenderThread {

    private final Replay replay;
    private final ThreadPerRequestSender sender;
    private final int index;
    private final HostClock clock;
    private final Exchange exchange;
    private final Uiid uiid;
    private final byte[] uiidBytes;
    private final NextRequest turn = new NextRequest();
    private final BooleanSupplier changed = this::tableChanged;
    private ReplaySchedule table;
    private RequestOrder turns;
    private long lastEndNs;
    private int lap = 1;

    SenderThread(Replay replay, ThreadPerRequestSender sender, int index, Exchange exchange) {
        this.replay = replay;
        this.sender = sender;
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
            Optional<ReplaySchedule> schedule = sender.awaitStart();
            if (schedule.isEmpty()) {
                return false;
            }
            turns = sender.turns(index);
            lastEndNs = schedule.get().startNs();
        }
        table = replay.schedule();
        boolean left = turns.next(turn, lastEndNs, table);
        long nowNs = clock.epochNanos();
        if (nowNs >= table.measureEndNs()) {
            return false;
        }
        if (left && replay.open() && nowNs > turn.intendedNs) {
            replay.countMissed(turn.intendedNs);
        }
        while (left && turn.intendedNs < table.measureEndNs()) {
            if (!sender.pace().until(turn.intendedNs, changed)) {
                return false;
            }
            if (!tableChanged()) {
                return true;
            }
            table = replay.schedule();
            left = turns.renew(turn, table);
        }
        return false;
    }

    private boolean tableChanged() {
        return !table.equals(replay.schedule());
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
        if (exchange.outcome() == Outcome.OK
                && replay.wantsAnswer(turn.intendedNs, turn.chunk, turn.client, turn.number, turn.lap)) {
            exchange.answer()
                    .ifPresent(answer -> replay.answers().add(turn.chunk, turn.client, turn.number, turn.lap, answer));
        }
        return new Sample(
                replay.schedule().measures(turn.intendedNs),
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
