package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.StateReader;
import io.soabench.engine.runtime.kernel.StateWriter;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.List;

/**
 * The processor of an {@code onAlarm} event handler. It runs its scope at a time and, with {@code repeatEvery}, again
 * after each period (WS-BPEL 2.0, section 12.7.2). The times are computed when the handler is enabled.
 */
public final class AlarmProcessor extends EventHandler {
    private final TimeSpecification first;
    private final TimeSpecification period;
    private final Activity body;

    /**
     * Creates a processor.
     *
     * @param first the time of the first run; null for one period after the handler was enabled
     * @param period the time between two runs; null for one run only
     * @param body the scope that it runs
     */
    public AlarmProcessor(TimeSpecification first, TimeSpecification period, Activity body) {
        this.first = first;
        this.period = period;
        this.body = body;
    }

    /** The times of one enabled handler. */
    private static final class Schedule {
        private final long periodNs;
        private long dueNs;

        /** The time of the wall clock of the first run, which is still to come; null for none. */
        private TimeSpecification.Moment deadline;

        private Worker.Alarm alarm;

        Schedule(long periodNs) {
            this.periodNs = periodNs;
        }

        /**
         * Returns the time until the next run in nanoseconds. Runs that were missed are skipped, because a slow handler
         * would never catch up with them.
         */
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

    @Override
    public List<Activity> children() {
        return List.of(body);
    }

    @Override
    public void write(Frame frame, StateWriter snapshot) {
        snapshot.flag(frame.data() != null);
        if (frame.data() instanceof Schedule schedule) {
            snapshot.number(schedule.periodNs);
            snapshot.number(schedule.dueNs);
            snapshot.flag(schedule.deadline != null);
            if (schedule.deadline != null) {
                snapshot.flag(schedule.deadline.deadline());
                snapshot.number(schedule.deadline.value());
            }
            snapshot.alarm(schedule.alarm);
        }
    }

    @Override
    public void read(Frame frame, StateReader snapshot) {
        if (snapshot.flag()) {
            Schedule schedule = new Schedule(snapshot.number());
            schedule.dueNs = snapshot.number();
            if (snapshot.flag()) {
                boolean isDeadline = snapshot.flag();
                schedule.deadline = new TimeSpecification.Moment(isDeadline, snapshot.number());
            }
            schedule.alarm = snapshot.alarm();
            frame.data(schedule);
        }
    }
}
