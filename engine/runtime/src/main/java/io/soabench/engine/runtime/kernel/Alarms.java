package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Alarms of one instance that are set, so that none outlives it. Belongs to the owner of the instance. */
public final class Alarms {
    private final Instance instance;
    private InstanceAlarm first;
    private int lastId;

    Alarms(Instance instance) {
        this.instance = instance;
    }

    /**
     * Sets an alarm for a frame, unless it is cancelled or the instance ends.
     *
     * @param number what {@link Processor#rang} is told
     */
    public Worker.Alarm set(Frame frame, int number, long delayNs) {
        return set(new InstanceAlarm(instance, frame, number, InstanceAlarm.NO_DEADLINE, ++lastId), delayNs);
    }

    /**
     * Sets an alarm for a frame at a time of the wall clock, whatever steps that clock makes meanwhile: the alarm looks at it once
     * a minute.
     *
     * @param number what {@link Processor#rang} is told
     * @param epochMs when it rings
     */
    public Worker.Alarm setUntil(Frame frame, int number, long epochMs) {
        InstanceAlarm alarm = new InstanceAlarm(instance, frame, number, epochMs, ++lastId);
        return set(alarm, alarm.untilNextLookNs());
    }

    private Worker.Alarm set(InstanceAlarm alarm, long delayNs) {
        // First, so that one that the worker could not take is not among those to cancel.
        if (instance.history() == null) {
            alarm.scheduled(instance.worker().schedule(alarm, delayNs));
        } else {
            alarm.due(instance.nowNs(), delayNs);
            if (!instance.history().isRecovering()) {
                alarm.schedule(delayNs);
            }
        }
        alarm.later = first;
        if (first != null) {
            first.earlier = alarm;
        }
        first = alarm;
        return alarm;
    }

    /** Returns the alarm with a number, which it has in every life of the instance; null when none is set. */
    InstanceAlarm find(int id) {
        for (InstanceAlarm alarm = first; alarm != null; alarm = alarm.later) {
            if (alarm.id() == id) {
                return alarm;
            }
        }
        return null;
    }

    /** Has all rung when they are due, in the order in which they are: those whose time has passed at once. */
    void schedule() {
        List<InstanceAlarm> set = new ArrayList<>();
        for (InstanceAlarm alarm = first; alarm != null; alarm = alarm.later) {
            set.add(alarm);
        }
        set.sort(Comparator.comparingLong(InstanceAlarm::dueNs).thenComparingInt(InstanceAlarm::id));
        set.forEach(InstanceAlarm::scheduleAgain);
    }

    /** An alarm has rung or was cancelled. */
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

    /** Cancels all. */
    void cancelAll() {
        while (first != null) {
            first.cancel();
        }
    }
}
