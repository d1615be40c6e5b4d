package io.soabench.load.replay;

import io.soabench.load.input.LoadPlan;
import io.soabench.load.input.Trace;
import io.soabench.load.record.SampledAnswers;
import io.soabench.load.text.Uiid;
import io.soabench.plan.HostClock;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.WorkloadPlan;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The replay of one trace: its phases and its counters, for each sender of requests. {@link #start} begins it, {@link #measureFrom} ends a
 * warm-up whose length was left open, {@link #measureUntil} a measurement, {@link #stop} ends it early; all may be called by any thread, the
 * first and the last repeatedly. Counters never wait.
 */
public final class Replay {

    private static final long MOST_WAIT_US = TimeUnit.HOURS.toMicros(1);
    private static final int DIGITS = 3;

    /** The counters of a phase. */
    private static final class Counts {

        private final LongAdder sent = new LongAdder();
        private final LongAdder missed = new LongAdder();
        private final LongAdder opened = new LongAdder();
        private final ConcurrentHistogram waitsUs = new ConcurrentHistogram(MOST_WAIT_US, DIGITS);
    }

    private final LoadPlan plan;
    private final Trace trace;
    private final HostClock clock;
    private final boolean open;
    private final Uiid uiid;
    private final SampledAnswers answers;
    private final Counts warmUp = new Counts();
    private final Counts measure = new Counts();
    private final LongAdder ended = new LongAdder();
    private final LongAdder laps = new LongAdder();
    private volatile Runnable changed = () -> {};
    private volatile BegunRequests begun;
    private boolean measureChosen;
    private boolean endChosen;
    private volatile boolean stopped;
    private volatile boolean hung;
    private volatile boolean abandoned;
    private volatile long stoppedNs = Long.MAX_VALUE;
    private volatile ReplaySchedule schedule;
    private volatile OpenRequestOrder openTurns;

    /** Prepares a replay; sends nothing. */
    public Replay(LoadPlan plan, Trace trace, HostClock clock) {
        this.plan = plan;
        this.trace = trace;
        this.clock = clock;
        open = trace.kind() == WorkloadPlan.Load.OPEN;
        uiid = new Uiid(trace.workload());
        answers = new SampledAnswers(plan.compared(), uiid, trace.chunkNames());
    }

    /** Returns the answers that are kept to be compared with the right ones. */
    public SampledAnswers answers() {
        return answers;
    }

    /** Returns whether the answer to a request with that intended start is to be kept, as far as is known now. */
    public boolean wantsAnswer(long intendedNs, int chunk, int client, int number, int lap) {
        return answers.wants(chunk, client, number, lap) && schedule.measures(intendedNs);
    }

    /**
     * Registers a listener for changes of the phases: they become known, they change, the replay is to end.
     *
     * @param listener runs on any thread, at once when there is something to report already; must not wait
     */
    public void onChange(Runnable listener) {
        changed = listener;
        listener.run();
    }

    /**
     * Counts the requests of the measurement as they begin; to be called before the start.
     *
     * @param awaited numbers of requests, from 1
     * @param reached called at once, on the thread of the request, when one of them begins; must not wait
     */
    public void count(long[] awaited, Runnable reached) {
        begun = new BegunRequests(awaited, reached);
    }

    /** Returns the requests of the measurement that have begun; 0 when they are not counted. */
    public long begun() {
        BegunRequests counted = begun;
        return counted == null ? 0 : counted.count();
    }

    /** Returns the plan of the load. */
    public LoadPlan plan() {
        return plan;
    }

    /** Returns the trace that is sent. */
    public Trace trace() {
        return trace;
    }

    /** Returns the clock of this host. */
    public HostClock clock() {
        return clock;
    }

    /** Returns the identifiers of its requests. */
    public Uiid uiid() {
        return uiid;
    }

    /** Returns whether the workload is open. */
    public boolean open() {
        return open;
    }

    /** Begins the warm-up at that instant; only the first call counts. */
    public synchronized ReplaySchedule start(long startNs) {
        if (schedule == null) {
            ReplaySchedule table =
                    ReplaySchedule.of(startNs, plan.warmUpMs(), plan.measureMs(), plan.drainMs(), plan.timeOutMs());
            if (open) {
                openTurns = new OpenRequestOrder(trace, table);
            }
            schedule = table;
            changed.run();
        }
        return schedule;
    }

    /**
     * Lets the measurement begin earlier than at the longest warm-up; to be called once.
     *
     * @throws IllegalArgumentException when the warm-up has a fixed length, is over, or would be over then. The same holds for an instant that
     *     has passed: requests may have been sent that would belong to the measurement
     */
    public synchronized void measureFrom(long atNs) {
        if (!plan.untilSteady() || schedule == null || measureChosen) {
            throw new IllegalArgumentException("no warm-up goes on that can be ended");
        }
        if (atNs <= clock.epochNanos() || atNs >= schedule.measureStartNs()) {
            throw new IllegalArgumentException(
                    "the measurement cannot begin at " + atNs + " ns: it is past, or after the longest warm-up");
        }
        measureChosen = true;
        schedule = schedule.measuringFrom(atNs);
        changed.run();
    }

    /**
     * Lets the measurement end earlier than after its greatest length; to be called once.
     *
     * @throws IllegalArgumentException when the measurement has one length, was not begun, or would be over then; or when that instant
     *     has passed, so that requests may have been sent after it
     */
    public synchronized void measureUntil(long atNs) {
        if (!plan.untilEnough() || schedule == null || endChosen) {
            throw new IllegalArgumentException("no measurement goes on that can be ended");
        }
        if (atNs <= clock.epochNanos() || atNs <= schedule.measureStartNs() || atNs > schedule.measureEndNs()) {
            throw new IllegalArgumentException("the measurement cannot end at " + atNs
                    + " ns: it is past, before its begin, or after its greatest length");
        }
        endChosen = true;
        schedule = schedule.measuringUntil(atNs);
        changed.run();
    }

    /** Ends the replay: requests in flight are aborted, no other is sent. */
    public synchronized void stop() {
        if (!stopped) {
            stoppedNs = clock.epochNanos();
            stopped = true;
        }
        giveUp();
    }

    /** Stops the replay because the server hangs: requests in flight end as time-outs. */
    public synchronized void hang() {
        hung = true;
        stop();
    }

    /** Aborts the requests that are still in flight after the last deadline of a replay that was not stopped. */
    public void giveUp() {
        abandoned = true;
        changed.run();
    }

    /** Returns whether it was stopped. */
    public boolean stopped() {
        return stopped;
    }

    /** Returns whether it was stopped because the server hangs. */
    public boolean hung() {
        return hung;
    }

    /** Returns whether requests in flight must be aborted. */
    public boolean abandoned() {
        return abandoned;
    }

    /** Returns when the replay was stopped; {@link Long#MAX_VALUE} when it was not. */
    public long stoppedNs() {
        return stoppedNs;
    }

    /** Returns the phases; {@code null} before the start. */
    public ReplaySchedule schedule() {
        return schedule;
    }

    /** Returns all arrivals of an open workload, once it was started. */
    public RequestOrder arrivals() {
        return openTurns;
    }

    /** Returns the requests of the closed client with that index, from 0. */
    public RequestOrder turns(int index) {
        long warmUpUs = TimeUnit.MILLISECONDS.toMicros(plan.warmUpMs());
        long measureUs = TimeUnit.MILLISECONDS.toMicros(plan.measureMs());
        return new ClosedRequestOrder(
                trace, index, plan.untilSteady() ? trace.measureBegin(index, warmUpUs, measureUs) : trace.begin(index));
    }

    private Counts counts(long intendedNs) {
        return schedule.measures(intendedNs) ? measure : warmUp;
    }

    /** Counts a request that begins. */
    public void countSent(long intendedNs) {
        Counts phase = counts(intendedNs);
        phase.sent.increment();
        BegunRequests counted = begun;
        if (counted != null && phase == measure) {
            counted.begin();
        }
    }

    /** Counts a request that has ended. */
    public void countEnded() {
        ended.increment();
    }

    /** Counts a closed client that begins its trace again. */
    public void countLap() {
        laps.increment();
    }

    /** Counts an open arrival that found no free thread at its time. */
    void countMissed(long intendedNs) {
        counts(intendedNs).missed.increment();
    }

    /** Counts a request that waited for a free connection. The request has one now, or its time was over. */
    public void countWaited(long intendedNs, long waitedNs) {
        long us = TimeUnit.NANOSECONDS.toMicros(waitedNs);
        counts(intendedNs).waitsUs.recordValue(Math.max(0, Math.min(MOST_WAIT_US, us)));
    }

    /** Counts connections that were opened for a request. */
    public void countOpened(long intendedNs, int connections) {
        counts(intendedNs).opened.add(connections);
    }

    /** Returns the requests that were sent so far. */
    public long sent() {
        return warmUp.sent.sum() + measure.sent.sum();
    }

    /** Returns the requests of a phase that were sent so far. */
    public long sent(boolean measured) {
        return (measured ? measure : warmUp).sent.sum();
    }

    /** Returns the arrivals of a phase that found no free thread at their time. */
    public long missed(boolean measured) {
        return (measured ? measure : warmUp).missed.sum();
    }

    /** Returns the connections that were opened for the requests of a phase. */
    public long opened(boolean measured) {
        return (measured ? measure : warmUp).opened.sum();
    }

    /** Returns the waits of a phase for a free connection. */
    public LoadRecord.Waits waits(boolean measured) {
        Histogram waits = (measured ? measure : warmUp).waitsUs;
        return new LoadRecord.Waits(
                waits.getTotalCount(),
                Math.min(waits.getValueAtPercentile(99), waits.getMaxValue()),
                waits.getMaxValue());
    }

    /** Returns the requests that were sent and did not end yet. */
    public long inFlight() {
        // The ended requests are read first. Otherwise a request that is sent and ends between the two reads makes the
        // difference negative.
        long done = ended.sum();
        return sent() - done;
    }

    /** Returns how often a closed client used its trace up. */
    public long laps() {
        return laps.sum();
    }

    /** Returns the arrivals of a phase for open loads, and -1 for closed loads or before the start. */
    public long planned(boolean measured) {
        OpenRequestOrder turns = openTurns;
        if (turns == null) {
            return -1;
        }
        return measured ? turns.countMeasure(schedule) : turns.countWarmUp(schedule);
    }
}
