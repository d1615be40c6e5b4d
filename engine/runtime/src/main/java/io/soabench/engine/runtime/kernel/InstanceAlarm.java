package io.soabench.engine.runtime.kernel;

import java.util.concurrent.TimeUnit;

/**
 * An alarm of a frame, one of its instance's {@link Alarms} until it has rung or is cancelled. {@link #run} is called by the worker
 * on which it was set; everything else belongs to who owns the instance.
 */
public final class InstanceAlarm implements Runnable, Worker.Alarm {
    /** In place of a deadline: the alarm rings when it was set for, whatever the wall clock shows. */
    static final long NO_DEADLINE = Long.MIN_VALUE;

    /** Time between two looks at the wall clock. */
    private static final long LOOK_MS = 60_000;

    private final Instance instance;
    private final int number;
    private final long deadlineMs;
    private final int id;
    private long dueNs;
    private Frame frame;
    private Worker.Alarm scheduled = () -> {};
    InstanceAlarm earlier;
    InstanceAlarm later;

    /**
     * An alarm that is not set yet.
     *
     * @param deadlineMs the time of the wall clock before which it does not ring; {@link #NO_DEADLINE} for none
     * @param id its number among those of the instance
     */
    InstanceAlarm(Instance instance, Frame frame, int number, long deadlineMs, int id) {
        this.id = id;
        this.instance = instance;
        this.frame = frame;
        this.number = number;
        this.deadlineMs = deadlineMs;
    }

    void scheduled(Worker.Alarm alarm) {
        scheduled = alarm;
    }

    /** Returns its number among those of the instance, which it has in every life of it. */
    int id() {
        return id;
    }

    /** Notes when it is due, for another life of the instance. */
    void due(long nowNs, long delayNs) {
        long untilNs = deadlineMs == NO_DEADLINE ? delayNs : TimeUnit.MILLISECONDS.toNanos(Math.max(0, leftMs()));
        dueNs = nowNs + Math.min(untilNs, Long.MAX_VALUE - nowNs);
    }

    /** Returns when it is due, in nanoseconds since the instance was started, as far as that was known when it was set. */
    long dueNs() {
        return dueNs;
    }

    /** Has it run later. */
    void schedule(long delayNs) {
        scheduled = instance.worker().schedule(this, delayNs);
    }

    /** Has it run when it is due; at once if that time has passed. */
    void scheduleAgain() {
        schedule(deadlineMs == NO_DEADLINE ? Math.max(0, dueNs - instance.nowNs()) : untilNextLookNs());
    }

    /** Whether it rings now: it was not cancelled, and its time has come. */
    boolean isDue() {
        return frame != null && (deadlineMs == NO_DEADLINE || instance.nowMs() >= deadlineMs);
    }

    @Override
    public void run() {
        instance.handle(new Event.AlarmDue(this));
    }

    /** Its time has come; without effect when it was cancelled or its instance has ended while it was on its way. */
    void ring() {
        Frame target = frame;
        if (target == null) {
            return;
        }
        if (!isDue()) {
            schedule(untilNextLookNs());
            return;
        }
        forget();
        target.alarmDue(number);
    }

    /** Returns the time after which the wall clock is looked at: at the deadline, and within a minute. */
    long untilNextLookNs() {
        return TimeUnit.MILLISECONDS.toNanos(Math.max(0, Math.min(leftMs(), LOOK_MS)));
    }

    private long leftMs() {
        return deadlineMs - instance.nowMs();
    }

    @Override
    public void cancel() {
        if (frame != null) {
            forget();
            scheduled.cancel();
        }
    }

    private void forget() {
        instance.alarms().forget(this);
        frame = null;
    }
}
