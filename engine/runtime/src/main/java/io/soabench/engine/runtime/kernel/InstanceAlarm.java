package io.soabench.engine.runtime.kernel;

/**
 * An alarm of a frame, in its instance's list of alarms that are set, so that none outlives the instance. Belongs to the
 * instance's worker.
 */
final class InstanceAlarm implements Runnable, Worker.Alarm {
    private final Object event;
    private Instance instance;
    private Frame frame;
    private Worker.Alarm scheduled;
    InstanceAlarm earlier;
    InstanceAlarm later;

    InstanceAlarm(Instance instance, Frame frame, Object event) {
        this.instance = instance;
        this.frame = frame;
        this.event = event;
    }

    void scheduled(Worker.Alarm alarm) {
        scheduled = alarm;
    }

    @Override
    public void run() {
        Instance owner = instance;
        Frame target = frame;
        if (owner != null) {
            forget();
            owner.resume(target, event);
        }
    }

    @Override
    public void cancel() {
        if (instance != null) {
            forget();
            scheduled.cancel();
        }
    }

    private void forget() {
        instance.forget(this);
        instance = null;
        frame = null;
    }
}
