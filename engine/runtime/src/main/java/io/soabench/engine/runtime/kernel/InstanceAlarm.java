package io.soabench.engine.runtime.kernel;

import java.util.concurrent.TimeUnit;

/**
 * An alarm of a frame. It is one of the {@link Alarms} of its instance until it has fired or is cancelled.
 *
 * <p>Threading: the worker on which the alarm was set calls {@link #run}. Only the owner of the instance calls the
 * other methods.
 */
public final class InstanceAlarm implements Runnable, Worker.Alarm {
    /** The mark of an alarm without deadline: it fires after its delay, whatever the wall clock shows. */
    static final long NO_DEADLINE = Long.MIN_VALUE;

    /** The time between two readings of the wall clock, in milliseconds. */
    private static final long READ_INTERVAL_MS = 60_000;

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
     * Creates an alarm that is not scheduled.
     *
     * @param number the number that {@link Processor#alarmDue} receives
     * @param deadlineMs the time of the wall clock before which it does not fire; {@link #NO_DEADLINE} for none
     * @param id its number among the alarms of the instance
     */
    InstanceAlarm(Instance instance, Frame frame, int number, long deadlineMs, int id) {
        this.id = id;
        this.instance = instance;
        this.frame = frame;
        this.number = number;
        this.deadlineMs = deadlineMs;
    }

    /** Returns an alarm that has fired or was cancelled. */
    static InstanceAlarm dead(Instance instance) {
        return new InstanceAlarm(instance, null, 0, NO_DEADLINE, 0);
    }

    /** Returns whether it has neither fired nor was cancelled. */
    boolean isSet() {
        return frame != null;
    }

    /** Writes the alarm, which is set, into a snapshot. */
    void write(StateWriter snapshot) {
        snapshot.frame(frame);
        snapshot.number(number);
        snapshot.number(deadlineMs);
        snapshot.number(id);
        snapshot.number(dueNs);
    }

    /** Reads an alarm, which is not scheduled yet. */
    static InstanceAlarm read(StateReader snapshot) {
        Frame target = snapshot.presentFrame();
        int number = snapshot.integer();
        long deadlineMs = snapshot.number();
        InstanceAlarm alarm =
                new InstanceAlarm(snapshot.instance(), target, number, deadlineMs, snapshot.number(Integer.MAX_VALUE));
        alarm.dueNs = snapshot.number();
        return alarm;
    }

    /** Sets the alarm of the worker, by which this one is cancelled. */
    void scheduled(Worker.Alarm alarm) {
        scheduled = alarm;
    }

    /** Returns its number among the alarms of the instance, which a recovery gives again to the same alarm. */
    int id() {
        return id;
    }

    /** Records the time at which it is due, for a recovery of the instance. */
    void due(long nowNs, long delayNs) {
        long untilNs = deadlineMs == NO_DEADLINE ? delayNs : TimeUnit.MILLISECONDS.toNanos(Math.max(0, leftMs()));
        dueNs = nowNs + Math.min(untilNs, Long.MAX_VALUE - nowNs);
    }

    /**
     * Returns the time at which it is due, in nanoseconds since the start of the instance, as computed when it was set.
     */
    long dueNs() {
        return dueNs;
    }

    /** Puts the alarm on the schedule of the worker. */
    void schedule(long delayNs) {
        scheduled = instance.worker().schedule(this, delayNs);
    }

    /** Puts the alarm on the schedule of the worker again; it runs at once if its time has passed. */
    void scheduleAgain() {
        schedule(deadlineMs == NO_DEADLINE ? Math.max(0, dueNs - instance.nowNs()) : untilNextReadingNs());
    }

    /** Returns whether it fires now: it was not cancelled, and its time has come. */
    boolean isDue() {
        return frame != null && (deadlineMs == NO_DEADLINE || instance.nowMs() >= deadlineMs);
    }

    @Override
    public void run() {
        instance.handle(new Event.AlarmDue(this));
    }

    /**
     * Runs the action of the alarm if it is due, and schedules it again if the wall clock has not reached the deadline.
     * Without effect when the alarm was cancelled.
     */
    void ring() {
        Frame target = frame;
        if (target == null) {
            return;
        }
        if (!isDue()) {
            schedule(untilNextReadingNs());
            return;
        }
        forget();
        target.alarmDue(number);
    }

    /** Returns the time until the next reading of the wall clock: until the deadline, but at most one minute. */
    long untilNextReadingNs() {
        return TimeUnit.MILLISECONDS.toNanos(Math.max(0, Math.min(leftMs(), READ_INTERVAL_MS)));
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
