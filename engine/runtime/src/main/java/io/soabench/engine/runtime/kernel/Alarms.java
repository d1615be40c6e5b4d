package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The pending alarms of one instance. All of them are cancelled when the instance ends.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
public final class Alarms {
    private final Instance instance;
    private InstanceAlarm first;
    private int lastId;

    Alarms(Instance instance) {
        this.instance = instance;
    }

    /**
     * Sets an alarm for a frame. It fires once, unless it is cancelled or the instance ends first.
     *
     * @param number the number that {@link Processor#alarmDue} receives
     * @param delayNs the delay in nanoseconds, at least 0
     */
    public Worker.Alarm set(Frame frame, int number, long delayNs) {
        return set(new InstanceAlarm(instance, frame, number, InstanceAlarm.NO_DEADLINE, ++lastId), delayNs);
    }

    /**
     * Sets an alarm for a frame at a time of the wall clock. The alarm reads that clock once a minute, so it also
     * follows steps of the clock.
     *
     * @param number the number that {@link Processor#alarmDue} receives
     * @param epochMs the time in milliseconds since 1970
     */
    public Worker.Alarm setUntil(Frame frame, int number, long epochMs) {
        InstanceAlarm alarm = new InstanceAlarm(instance, frame, number, epochMs, ++lastId);
        return set(alarm, alarm.untilNextReadingNs());
    }

    private Worker.Alarm set(InstanceAlarm alarm, long delayNs) {
        // Before the alarm is linked: an alarm that the worker has refused needs no cancelling.
        if (instance.history() == null) {
            alarm.scheduled(instance.worker().schedule(alarm, delayNs));
        } else {
            alarm.due(instance.nowNs(), delayNs);
            if (!instance.history().isRecovering()) {
                alarm.schedule(delayNs);
            }
        }
        link(alarm);
        return alarm;
    }

    private void link(InstanceAlarm alarm) {
        alarm.later = first;
        if (first != null) {
            first.earlier = alarm;
        }
        first = alarm;
    }

    /** Writes the alarms that are set, the one that was set first at the beginning. */
    void write(StateWriter snapshot) {
        snapshot.number(lastId);
        List<InstanceAlarm> set = new ArrayList<>();
        for (InstanceAlarm alarm = first; alarm != null; alarm = alarm.later) {
            set.add(0, alarm);
        }
        snapshot.number(set.size());
        set.forEach(alarm -> alarm.write(snapshot));
    }

    /** Reads the alarms that are set. {@link #schedule} puts them on the schedule of the worker. */
    void read(StateReader snapshot) {
        lastId = snapshot.number(Integer.MAX_VALUE);
        for (int count = snapshot.count(); count > 0; count--) {
            link(InstanceAlarm.read(snapshot));
        }
    }

    /**
     * Returns the alarm with a number, which a recovered instance gives again to the same alarm; null when none is set.
     */
    InstanceAlarm find(int id) {
        for (InstanceAlarm alarm = first; alarm != null; alarm = alarm.later) {
            if (alarm.id() == id) {
                return alarm;
            }
        }
        return null;
    }

    /** Schedules all alarms again, in the order of their times. Alarms whose time has passed are due at once. */
    void schedule() {
        List<InstanceAlarm> set = new ArrayList<>();
        for (InstanceAlarm alarm = first; alarm != null; alarm = alarm.later) {
            set.add(alarm);
        }
        set.sort(Comparator.comparingLong(InstanceAlarm::dueNs).thenComparingInt(InstanceAlarm::id));
        set.forEach(InstanceAlarm::scheduleAgain);
    }

    /** Removes an alarm that has fired or was cancelled. */
    void forget(InstanceAlarm alarm) {
        if (alarm.earlier == null) {
            first = alarm.later;
        } else {
            alarm.earlier.later = alarm.later;
        }
        if (alarm.later != null) {
            alarm.later.earlier = alarm.earlier;
        }
        alarm.earlier = null;
        alarm.later = null;
    }

    /** Cancels all alarms. */
    void cancelAll() {
        while (first != null) {
            first.cancel();
        }
    }
}
