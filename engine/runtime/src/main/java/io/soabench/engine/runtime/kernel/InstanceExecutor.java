package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.handover.Mailbox;

/**
 * An executor that runs the events of one instance one after the other. It is a mailbox with an owner; the owner runs
 * ready frames in turns on a worker.
 *
 * <p>Assumptions: any thread calls {@link #handle}. A thread of a worker calls {@link #turn} after the instance was
 * handed over to that worker.
 *
 * <p>Guarantees: activities run one after the other, never on two threads. An event that arrives during a step is
 * handled after that step, even if the step itself has caused it.
 *
 * <p>Progress: no thread waits. A turn ends when run queue and mailbox are empty or when its steps are used up; then
 * other instances get their turns.
 */
final class InstanceExecutor {
    private final Instance instance;
    private final Mailbox<Event> mailbox = new Mailbox<>();
    private Worker worker;

    InstanceExecutor(Instance instance, Worker worker) {
        this.instance = instance;
        this.worker = worker;
    }

    /** Returns the worker that runs the instance; for its owner. */
    Worker worker() {
        return worker;
    }

    /**
     * Hands over an event as {@link Instance#handle} describes. If an error is thrown, the event was not handed over.
     * Later failures are reported to the kernel.
     */
    void handle(Event event) {
        Worker home = worker;
        if (home.enter()) {
            try {
                if (mailbox.take()) {
                    if (home.equals(worker)) {
                        runNow(event);
                        return;
                    }
                    // Another worker has taken the instance over between the two readings.
                    try {
                        mailbox.put(event);
                    } finally {
                        handOver();
                    }
                    return;
                }
            } finally {
                home.leave();
            }
        }
        if (mailbox.put(event)) {
            handOver();
        }
    }

    /** Hands the instance over to its worker; for the owner. An instance that the worker cannot take ends at once. */
    private void handOver() {
        try {
            worker.ready(instance);
        } catch (Throwable e) {
            endHere(e);
        }
    }

    /** Ends the instance on this thread, because its worker cannot take it. */
    private void endHere(Throwable cause) {
        try {
            instance.broken(cause);
            runTurn();
        } catch (Throwable e) {
            instance.kernel().failed(e);
        }
    }

    /**
     * Handles the first event at once if the calling thread is a free one of the worker. No other thread may know the
     * instance yet.
     *
     * @return false when the calling thread is not such a thread; the event was not handled then
     */
    boolean startNow(Event event) {
        Worker home = worker;
        if (!home.enter()) {
            return false;
        }
        try {
            mailbox.take();
            runNow(event);
        } finally {
            home.leave();
        }
        return true;
    }

    /**
     * Hands the instance over to its worker with its first event. No other thread may know the instance yet.
     *
     * @return false when the worker refuses the instance, which then never runs
     */
    boolean offer(Event event) {
        mailbox.put(event);
        return worker.offer(instance);
    }

    /**
     * Hands the instance over to its worker with its first event; the worker must take it. No other thread may know the
     * instance yet.
     */
    void hand(Event event) {
        mailbox.put(event);
        worker.ready(instance);
    }

    /** Runs one turn, see {@link Instance#turn}. */
    void turn(Worker on) {
        if (!on.equals(worker)) {
            worker = on;
            instance.kernel().counters().count(Counter.STEALS);
        }
        beginTurn();
        runTurn();
    }

    /** Runs a turn that begins with an event, on the calling thread, which is the owner. */
    private void runNow(Event event) {
        try {
            beginTurn();
            apply(event);
            runTurn();
        } catch (Throwable e) {
            // The event was handed over before the failure.
            instance.kernel().failed(e);
        }
    }

    private void beginTurn() {
        instance.passTime();
        instance.runQueue().beginTurn(worker.turnSteps(), instance.ageMs());
    }

    /** Handles events and runs steps until there are none, or until the worker has another turn for the instance. */
    private void runTurn() {
        while (true) {
            handleEvents();
            run();
            instance.afterSteps();
            if (instance.runQueue().isEmpty() && mailbox.release()) {
                return;
            }
            if (instance.runQueue().isUsedUp()) {
                if (gaveWay()) {
                    // Another thread may run the instance from here on.
                    return;
                }
                instance.runQueue().prolong(worker.turnSteps());
            }
        }
    }

    private void run() {
        try {
            instance.runQueue().run(worker.countsActivities());
        } catch (Throwable e) {
            instance.broken(e);
        }
    }

    /** Hands the instance over for another turn; returns false when the worker cannot take it. */
    private boolean gaveWay() {
        try {
            worker.giveWay(instance);
            return true;
        } catch (Throwable e) {
            instance.broken(e);
            return false;
        }
    }

    /** Handles the events that have arrived; returns whether there were any. For the owner. */
    boolean handleEvents() {
        Mailbox.Entry<Event> first = mailbox.drain();
        for (Mailbox.Entry<Event> entry = first; entry != null; entry = entry.next()) {
            apply(entry.content());
        }
        return first != null;
    }

    /** Applies an event, which counts as a step. An error ends the instance. */
    private void apply(Event event) {
        instance.runQueue().spend();
        try {
            instance.apply(event);
        } catch (Throwable e) {
            instance.broken(e);
        }
    }
}
