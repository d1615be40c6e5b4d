package io.soabench.engine.runtime.kernel;

/**
 * An alarm of a frame, one of its instance's {@link Alarms} until it has rung or is cancelled. {@link #run} is called by the worker
 * on which it was set; everything else belongs to who owns the instance.
 */
public final class InstanceAlarm implements Runnable, Worker.Alarm {
    private final Instance instance;
    private final int number;
    private Frame frame;
    private Worker.Alarm scheduled;
    InstanceAlarm earlier;
    InstanceAlarm later;

    InstanceAlarm(Instance instance, Frame frame, int number) {
        this.instance = instance;
        this.frame = frame;
        this.number = number;
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
        if (target != null) {
            forget();
            target.rang(number);
        }
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
