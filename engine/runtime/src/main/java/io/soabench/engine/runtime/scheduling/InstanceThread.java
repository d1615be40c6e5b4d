package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.handover.DueFlag;
import io.soabench.engine.runtime.handover.Timers;
import io.soabench.engine.runtime.handover.WakeUpSignal;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Instance;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.concurrent.ThreadFactory;

/**
 * The thread of one instance. It ends with the instance; the thread of the scheduler handles later events.
 *
 * <p>Assumption: the owner of the instance hands it over, so it is handed over once at a time. Guarantee: each time the
 * instance gets one turn, on this thread or, after its end, on the thread of the scheduler.
 */
final class InstanceThread implements Worker {
    private final InstanceScheduler scheduler;
    private final EngineClock clock;
    private final Timers timers = new Timers();
    private final WakeUpSignal signal = new WakeUpSignal();
    private final DueFlag due = new DueFlag();
    private Instance instance;
    private volatile Thread thread;
    private boolean running;
    private volatile int alarms;

    InstanceThread(InstanceScheduler scheduler, EngineClock clock) {
        this.scheduler = scheduler;
        this.clock = clock;
    }

    /** Starts the thread. */
    void start(ThreadFactory threads) {
        thread = threads.newThread(this::run);
        thread.start();
    }

    Thread thread() {
        return thread;
    }

    /** Returns whether its instance has not ended. */
    boolean isNeeded() {
        return !instance.hasEnded();
    }

    int alarms() {
        return alarms;
    }

    /** Wakes the thread, which then looks whether the scheduler is closed. */
    void wake() {
        signal.wake();
    }

    @Override
    public boolean enter() {
        if (Thread.currentThread() != thread || running) {
            return false;
        }
        running = true;
        return true;
    }

    @Override
    public void leave() {
        running = false;
    }

    @Override
    public boolean offer(Instance owned) {
        instance = owned;
        due.set();
        return scheduler.start(this);
    }

    @Override
    public void ready(Instance owned) {
        if (instance == null) {
            // A recovered instance was never offered.
            if (!offer(owned)) {
                throw new IllegalStateException("there are too many threads for another instance");
            }
        } else if (due.set()) {
            scheduler.runLate(() -> owned.turn(this));
        } else {
            signal.wake();
        }
    }

    /** Hands the instance over again: the operating system shares the processors among the threads. */
    @Override
    public void giveWay(Instance owned) {
        ready(owned);
    }

    @Override
    public Alarm schedule(Runnable task, long delayNs) {
        Timers.Timer timer = timers.set(task, clock.nanoTime(), delayNs);
        alarms = timers.size();
        return () -> {
            // Alarms are cancelled in a turn of the instance, and so on this thread before its end.
            timers.cancel(timer);
            alarms = timers.size();
        };
    }

    private void run() {
        try {
            while (!scheduler.isClosed() && !instance.hasEnded()) {
                round();
            }
        } finally {
            scheduler.ended(this);
            if (due.end()) {
                scheduler.runLate(() -> instance.turn(this));
            }
        }
    }

    /** Runs one turn or the alarms that are due, else sleeps until there is work. */
    private void round() {
        try {
            if (due.take()) {
                turn();
                return;
            }
            long untilNs = timers.size() == 0 ? Long.MAX_VALUE : timers.runDue(clock.nanoTime());
            alarms = timers.size();
            if (untilNs > 0 && !instance.hasEnded()) {
                signal.sleep(() -> !due.isSet() && !scheduler.isClosed(), untilNs);
            }
        } catch (Throwable e) {
            scheduler.failed(e);
        }
    }

    private void turn() {
        running = true;
        try {
            instance.turn(this);
        } finally {
            running = false;
        }
    }
}
