package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Worker;

/**
 * {@code onAlarm} of event handlers: its scope at a time and, if wanted, again and again (WS-BPEL 2.0, section 12.7.2). The
 * times are computed when the handler is enabled.
 */
public final class AlarmProcessor extends EventHandler {
    private final TimeSpecification first;
    private final TimeSpecification period;
    private final Activity body;

    /**
     * A handler.
     *
     * @param first when it starts; null for after one period
     * @param period time between two starts; null for one start only
     * @param body a scope
     */
    public AlarmProcessor(TimeSpecification first, TimeSpecification period, Activity body) {
        this.first = first;
        this.period = period;
        this.body = body;
    }

    /** What a handler waits for. */
    private static final class Schedule {
        private final long periodNs;
        private long dueNs;

        /** A time of the wall clock at which it rings first, and did not yet; null for none. */
        private TimeSpecification.Moment deadline;

        private Worker.Alarm alarm;

        Schedule(long periodNs) {
            this.periodNs = periodNs;
        }

        /** Time until it rings next: rings missed meanwhile are not made up for, or a slow handler would never catch up. */
        private long untilNext(long nowNs) {
            long missed = Math.max(0, (nowNs - dueNs) / periodNs);
            dueNs += (missed + 1) * periodNs;
            return dueNs - nowNs;
        }
    }

    @Override
    public void start(Frame frame) {
        long periodNs = period == null ? 0 : period.moment(frame).delayNs(frame);
        if (period != null && periodNs == 0) {
            throw StandardFault.INVALID_EXPRESSION_VALUE.thrown(
                    "The duration of 'repeatEvery' of " + frame.activity() + " is not above zero.");
        }
        Schedule schedule = new Schedule(periodNs);
        frame.data(schedule);
        if (first == null) {
            schedule.dueNs = nowNs(frame) + periodNs;
            arm(frame, schedule, periodNs);
            return;
        }
        TimeSpecification.Moment moment = first.moment(frame);
        long delayNs = moment.delayNs(frame);
        schedule.dueNs = nowNs(frame) + delayNs;
        schedule.deadline = moment.deadline() && delayNs > 0 ? moment : null;
        schedule.alarm = moment.set(frame, 0);
    }

    private static long nowNs(Frame frame) {
        return frame.instance().nowNs();
    }

    private static void arm(Frame frame, Schedule schedule, long delayNs) {
        schedule.alarm = frame.instance().alarms().set(frame, 0, delayNs);
    }

    @Override
    public void alarmDue(Frame frame, int alarm) {
        Schedule schedule = (Schedule) frame.data();
        if (schedule.alarm == null) {
            return;
        }
        schedule.alarm = null;
        if (schedule.deadline != null) {
            // The wall clock may have made a step.
            schedule.dueNs = nowNs(frame) - schedule.deadline.lateNs(frame);
            schedule.deadline = null;
        }
        frame.instance().memory().requireRoom(1);
        frame.start(body);
        if (period != null) {
            arm(frame, schedule, schedule.untilNext(nowNs(frame)));
        }
    }

    @Override
    void stop(Frame frame) {
        if (frame.data() instanceof Schedule schedule && schedule.alarm != null) {
            schedule.alarm.cancel();
            schedule.alarm = null;
        }
    }
}
