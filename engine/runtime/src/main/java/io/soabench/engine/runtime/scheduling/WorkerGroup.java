package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.Instance;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A group of workers that take over instances from each other. They belong to one kernel, or to several replicas in one
 * JVM.
 *
 * <p>Thread-safe. Workers are added during the start, and the list is read without locks.
 */
public final class WorkerGroup {
    private final List<StealingWorker> workers = new CopyOnWriteArrayList<>();

    /** Creates an empty group. */
    public WorkerGroup() {
        // Workers add themselves.
    }

    void add(StealingWorker worker) {
        workers.add(worker);
    }

    /** Removes a worker whose thread ends. */
    public void remove(StealingWorker worker) {
        workers.remove(worker);
    }

    /** Wakes an idle worker, if there is one, to take over instances from a busy one. */
    void wakeHelperOf(StealingWorker busy) {
        for (StealingWorker worker : workers) {
            if (!worker.equals(busy) && worker.wakeToHelp()) {
                return;
            }
        }
    }

    /** Takes an instance over from a busy worker; returns null when no instance waits. */
    Instance takeOverFor(StealingWorker idle) {
        for (StealingWorker worker : workers) {
            Instance found = worker.equals(idle) ? null : worker.pollWaiting();
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
