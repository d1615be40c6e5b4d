package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.handover.Mailbox;

/**
 * An executor that runs the events of one instance one after the other: a mailbox with an owner, who runs ready frames
 * in turns on a worker.
 *
 * <p>Assumes that {@link #handle} comes from any thread, and {@link #turn} from a worker's to which the instance was handed over.
 * Guarantees that activities run one after the other and never on two threads, and that what happens while one runs, even what the
 * activity itself brings about, is handled when it has done its step, never inside of it. Progress: nobody waits; a turn lasts until
 * run queue and mailbox are empty or its steps are used up; then somebody else may take over.
 */
final class InstanceExecutor {
    private final Instance instance;
    private final Mailbox<Event> mailbox = new Mailbox<>();
    private Worker worker;

    InstanceExecutor(Instance instance, Worker worker) {
        this.instance = instance;
        this.worker = worker;
    }

    /** Where it runs now; for its owner. */
    Worker worker() {
        return worker;
    }

    /**
     * Does what {@link Instance#handle} promises. An error that is thrown says that the event has not come; what fails later is
     * told to the kernel.
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
                    // Another worker took over between the two looks.
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

    /** Hands the instance over to its worker, for the owner. One that the worker cannot take ends at once. */
    private void handOver() {
        try {
            worker.ready(instance);
        } catch (Throwable e) {
            endHere(e);
        }
    }

    private void endHere(Throwable cause) {
        try {
            instance.broken(cause);
            runTurn();
        } catch (Throwable e) {
            instance.kernel().failed(e);
        }
    }

    /**
     * Handles the first event at once if the calling thread is a free one of the worker. Nobody else may know the instance yet.
     *
     * @return false when it is none: nothing has happened then; likewise when an error is thrown
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
     * Hands the instance over to its worker with its first event. Nobody else may know the instance yet.
     *
     * @return false when the worker refuses it, and it will never run
     */
    boolean offer(Event event) {
        mailbox.put(event);
        return worker.offer(instance);
    }

    /** Hands the instance over to its worker with its first event, which the worker must take. Nobody else may know the instance yet. */
    void hand(Event event) {
        mailbox.put(event);
        worker.ready(instance);
    }

    /** What {@link Instance#turn} does. */
    void turn(Worker on) {
        if (!on.equals(worker)) {
            worker = on;
            instance.kernel().counters().count(Counter.STEALS);
        }
        beginTurn();
        runTurn();
    }

    private void runNow(Event event) {
        try {
            beginTurn();
            apply(event);
            runTurn();
        } catch (Throwable e) {
            // The event has come all the same.
            instance.kernel().failed(e);
        }
    }

    private void beginTurn() {
        instance.passTime();
        instance.runQueue().beginTurn(worker.turnSteps(), instance.ageMs());
    }

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
                    // It may run on another thread by now.
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

    private boolean gaveWay() {
        try {
            worker.giveWay(instance);
            return true;
        } catch (Throwable e) {
            instance.broken(e);
            return false;
        }
    }

    /** Handles what has come meanwhile; whether there was anything. For its owner. */
    boolean handleEvents() {
        Mailbox.Entry<Event> first = mailbox.drain();
        for (Mailbox.Entry<Event> entry = first; entry != null; entry = entry.next()) {
            apply(entry.content());
        }
        return first != null;
    }

    private void apply(Event event) {
        instance.runQueue().spend();
        try {
            instance.apply(event);
        } catch (Throwable e) {
            instance.broken(e);
        }
    }
}
