package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.Instance;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The workers that take work from each other: of one kernel, or of several replicas in one JVM. Thread-safe; workers
 * are added while they are wired, and looked at without locks.
 */
public final class WorkerGroup {
    private final List<StealingWorker> workers = new CopyOnWriteArrayList<>();

    /** Nobody yet. */
    public WorkerGroup() {
        // Workers add themselves.
    }

    void add(StealingWorker worker) {
        workers.add(worker);
    }

    /** Takes a worker out whose thread ends. */
    public void remove(StealingWorker worker) {
        workers.remove(worker);
    }

    /** Calls one that has nothing to do, if there is one, for a worker that has too much. */
    void wakeHelperOf(StealingWorker busy) {
        for (StealingWorker worker : workers) {
            if (!worker.equals(busy) && worker.wakeToHelp()) {
                return;
            }
        }
    }

    /** Takes an instance out of the queues of one that has too much; null when nobody has. */
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
