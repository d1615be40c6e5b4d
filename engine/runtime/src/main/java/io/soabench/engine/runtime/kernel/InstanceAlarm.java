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
    private Frame frame;
    private Worker.Alarm scheduled;
    InstanceAlarm earlier;
    InstanceAlarm later;

    /**
     * An alarm that is not set yet.
     *
     * @param deadlineMs the time of the wall clock before which it does not ring; {@link #NO_DEADLINE} for none
     */
    InstanceAlarm(Instance instance, Frame frame, int number, long deadlineMs) {
        this.instance = instance;
        this.frame = frame;
        this.number = number;
        this.deadlineMs = deadlineMs;
    }

    void scheduled(Worker.Alarm alarm) {
        scheduled = alarm;
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
        if (deadlineMs != NO_DEADLINE && instance.nowMs() < deadlineMs) {
            scheduled = instance.worker().schedule(this, untilNextLookNs());
            return;
        }
        forget();
        target.rang(number);
    }

    /** Returns the time after which the wall clock is looked at: at the deadline, and within a minute. */
    long untilNextLookNs() {
        long leftMs = deadlineMs - instance.nowMs();
        return TimeUnit.MILLISECONDS.toNanos(Math.max(0, Math.min(leftMs, LOOK_MS)));
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
