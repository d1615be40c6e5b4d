package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.Instance;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;

/**
 * A worker on the thread of a host. Idle workers of its group take over instances that wait for a turn here.
 * <ul>
 * <li>Taken over are instances that wait because another thread has handed them over, or because their turn was long.
 * <li>Sockets and alarms stay on the thread that has them. Instances that run at once, because the thread is free,
 * stay, too.
 * <li>An idle worker takes over in a task of its host, after input and output. A thread that hands an instance to a
 * busy worker wakes it. The instance stays with the worker that has taken it over.
 * </ul>
 *
 * <p>Guarantees: an instance that was handed over gets one turn, here or at another worker. The instances of one thread
 * begin their turns in their order.
 *
 * <p>Progress: the queues are unbounded and take no lock. A consumer spins while a producer that has claimed a slot of
 * the queue has not filled it yet.
 *
 * <p>Source: S11, section 4.
 */
public final class StealingWorker implements Worker {
    private static final int CHUNK = 64;

    /** The number of instances that are taken over in a row, before input and output of the host are handled. */
    private static final int IN_A_ROW = 16;

    private final HostThread host;
    private final WorkerGroup group;
    private final int capacity;
    private final Queue<Instance> ready = new MpmcUnboundedXaddArrayQueue<>(CHUNK);
    private final Queue<Instance> later = new MpmcUnboundedXaddArrayQueue<>(CHUNK);
    private final Runnable readyTask = this::nextReady;
    private final Runnable laterTask = this::nextLater;
    private final Runnable helpTask = this::help;

    /** Whether the thread of the host runs an instance; only that thread writes it, and others read it as a hint. */
    private final AtomicBoolean busy = new AtomicBoolean();

    /** Whether the task that looks for work at other workers is on its way. */
    private final AtomicBoolean helpPending = new AtomicBoolean();

    /** The number of tasks that the host has refused, for example for lack of memory; a later task does their work. */
    private final AtomicInteger lostTasks = new AtomicInteger();

    /**
     * Creates a worker.
     *
     * @param host the host whose thread it uses
     * @param group the workers that take instances over from each other; this one is added
     * @param capacity the number of waiting instances from which on new instances are refused
     */
    public StealingWorker(HostThread host, WorkerGroup group, int capacity) {
        this.host = host;
        this.group = group;
        this.capacity = capacity;
        group.add(this);
    }

    /** Returns the host whose thread it uses. */
    public HostThread host() {
        return host;
    }

    @Override
    public boolean enter() {
        if (!host.isCurrent() || busy.getPlain()) {
            return false;
        }
        busy.setOpaque(true);
        return true;
    }

    @Override
    public void leave() {
        busy.setOpaque(false);
    }

    @Override
    public void ready(Instance instance) {
        ready.add(instance);
        try {
            host.execute(readyTask);
        } catch (RuntimeException | Error e) {
            // The instance is handed over: a later task or another worker takes it from the queue.
            lostTasks.incrementAndGet();
        }
        if (surplus() > 0) {
            group.wakeHelperOf(this);
        }
    }

    @Override
    public void giveWay(Instance instance) {
        later.add(instance);
        try {
            host.executeLast(laterTask);
        } catch (RuntimeException | Error e) {
            lostTasks.incrementAndGet();
        }
        // One instance goes on here next; another worker may take over the others.
        if (surplus() > 1) {
            group.wakeHelperOf(this);
        }
    }

    @Override
    public boolean offer(Instance instance) {
        if (queued() >= capacity) {
            return false;
        }
        ready(instance);
        return true;
    }

    @Override
    public Alarm schedule(Runnable task, long delayNs) {
        return host.schedule(task, delayNs);
    }

    /** Returns the number of instances that wait here. */
    int queued() {
        return ready.size() + later.size();
    }

    /** Returns the number of instances that wait here, without the one that this worker runs next. */
    int surplus() {
        return queued() - (busy.getOpaque() ? 0 : 1);
    }

    /** Wakes this worker to take over instances, if it is idle; returns whether it was woken. */
    boolean wakeToHelp() {
        if (busy.getOpaque() || queued() > 0 || !helpPending.compareAndSet(false, true)) {
            return false;
        }
        try {
            host.execute(helpTask);
            return true;
        } catch (RuntimeException | Error e) {
            // The host has ended, or has no memory for a task. Instances that wait here are handed over already.
            helpPending.set(false);
            return false;
        }
    }

    /** Leaves the group. */
    void retire() {
        group.remove(this);
    }

    /** Removes an instance that waits here while others are run; returns null when there is none. From any thread. */
    Instance pollWaiting() {
        if (surplus() <= 0) {
            return null;
        }
        Instance found = ready.poll();
        return found == null ? later.poll() : found;
    }

    private void nextReady() {
        next(ready);
        makeUpForLostTasks();
    }

    private void nextLater() {
        next(later);
        makeUpForLostTasks();
    }

    /** Does the work of tasks that the host has refused. */
    private void makeUpForLostTasks() {
        while (lostTasks.get() > 0) {
            lostTasks.decrementAndGet();
            next(ready.isEmpty() ? later : ready);
        }
    }

    /** Runs a turn of the first instance in a queue, if there is one. */
    private void next(Queue<Instance> from) {
        Instance instance = from.poll();
        // Another worker may have taken it over.
        if (instance != null) {
            turn(instance);
        }
    }

    /** Takes over instances of other workers as long as this one is idle. */
    private void help() {
        helpPending.set(false);
        for (int i = 0; i < IN_A_ROW; i++) {
            Instance found = queued() > 0 ? null : group.takeOverFor(this);
            if (found == null) {
                return;
            }
            turn(found);
        }
        if (helpPending.compareAndSet(false, true)) {
            try {
                host.executeLast(helpTask);
            } catch (RuntimeException | Error e) {
                helpPending.set(false);
            }
        }
    }

    private void turn(Instance instance) {
        busy.setOpaque(true);
        try {
            instance.turn(this);
        } finally {
            busy.setOpaque(false);
        }
    }
}
