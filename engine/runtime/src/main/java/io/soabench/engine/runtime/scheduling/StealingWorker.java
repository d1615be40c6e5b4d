package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.Instance;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;

/**
 * A worker on a host's thread, whose idle neighbours take over instances that wait for their turn here.
 *
 * <p>What is taken: instances that are ready and wait, because other threads handed them over or because their turn was long. What
 * stays: sockets and alarms, which go on on the thread that has them, and the instances that run at once because the thread is free.
 * Who takes: a neighbour that has nothing in its own queues and comes to a task of its host, behind what that has to read and to
 * write; it was woken by whoever handed something over to a busy worker. An instance that was taken stays with who took it.
 *
 * <p>Guarantees that each instance handed over has one turn, here or at a neighbour, and that one thread's are begun in their order.
 * Progress: handing over and taking are lock-free. Source: S11, section 4.
 */
public final class StealingWorker implements Worker {
    private static final int CHUNK = 64;

    /** Instances that are taken over in a row, before the host's input and output have their turn. */
    private static final int IN_A_ROW = 16;

    private final HostThread host;
    private final WorkerGroup group;
    private final int capacity;
    private final Queue<Instance> ready = new MpmcUnboundedXaddArrayQueue<>(CHUNK);
    private final Queue<Instance> later = new MpmcUnboundedXaddArrayQueue<>(CHUNK);
    private final Runnable readyTask = this::nextReady;
    private final Runnable laterTask = this::nextLater;
    private final Runnable helpTask = this::help;

    /** Whether the host's thread runs an instance; written by that alone, for others a hint. */
    private final AtomicBoolean busy = new AtomicBoolean();

    /** Whether it is on its way to its neighbours. */
    private final AtomicBoolean helpPending = new AtomicBoolean();

    /** Tasks that the host could not take, for want of memory say; the next one does their work. */
    private final AtomicInteger lostTasks = new AtomicInteger();

    /**
     * A worker.
     *
     * @param host whose thread it uses
     * @param group those that help each other; this becomes one of them
     * @param capacity new instances are refused while so many instances wait
     */
    public StealingWorker(HostThread host, WorkerGroup group, int capacity) {
        this.host = host;
        this.group = group;
        this.capacity = capacity;
        group.add(this);
    }

    /** Whose thread it uses. */
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
            // The instance is handed over: the next task or a neighbour takes it out of the queue.
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
        // That one goes on here next; somebody else may help with the others.
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

    /** Instances that wait here. */
    int queued() {
        return ready.size() + later.size();
    }

    /** Instances that wait here, without the one that this worker begins with as soon as it is there. */
    int surplus() {
        return queued() - (busy.getOpaque() ? 0 : 1);
    }

    /** Asks this worker to look whether it can help, if it has nothing to do; whether it will. */
    boolean wakeToHelp() {
        if (busy.getOpaque() || queued() > 0 || !helpPending.compareAndSet(false, true)) {
            return false;
        }
        try {
            host.execute(helpTask);
            return true;
        } catch (RejectedExecutionException e) {
            // Its host has ended.
            return false;
        }
    }

    /** Helps nobody any more, and is not helped. */
    void retire() {
        group.remove(this);
    }

    /** Takes out an instance that waits here while others do; null when there is none. From any thread. */
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

    private void makeUpForLostTasks() {
        while (lostTasks.get() > 0) {
            lostTasks.decrementAndGet();
            next(ready.isEmpty() ? later : ready);
        }
    }

    private void next(Queue<Instance> from) {
        Instance instance = from.poll();
        // A neighbour may have taken it.
        if (instance != null) {
            turn(instance);
        }
    }

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
            host.executeLast(helpTask);
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
