package io.soabench.engine.server.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.server.admin.CounterRoutes;
import io.soabench.engine.server.replica.InstanceNumbers;
import io.soabench.engine.server.replica.ReplicaPlan;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The place of one replica, which is taken by one process after another. The last known counts of lost processes are
 * added to those of the present one. Thread-safe.
 */
final class ReplicaSlot {
    /** The states of a place. */
    enum State {
        /** A process is being started. */
        STARTING,
        /** Clients reach the process. */
        READY,
        /** The process has ended; another one will be started. */
        LOST
    }

    private final ReplicaPlan plan;
    private final Map<String, Long> lostCounts = new TreeMap<>();
    private State state = State.STARTING;
    private ReplicaProcess process;
    private ReplicaProcess starting;
    private JsonNode known = MissingNode.getInstance();
    private String lastEnd = "";
    private int starts;
    private int losses;
    private MissedProbes missed = MissedProbes.NONE;
    private long startedNs;
    private long lastId = -1;

    ReplicaSlot(ReplicaPlan plan) {
        this.plan = plan;
    }

    ReplicaPlan plan() {
        return plan;
    }

    int id() {
        return plan.id();
    }

    /** Begins the start of a process. */
    synchronized void beginStart(long nowNs) {
        state = State.STARTING;
        starts++;
        startedNs = nowNs;
    }

    /**
     * Chooses, and keeps for the next process, the number after which the instances of a new process are numbered. It is above the numbers
     * of the processes before.
     */
    synchronized long chooseLastIdBefore(long epochMs, int replicas) {
        lastId = lastId < 0
                ? InstanceNumbers.lastBefore(epochMs, replicas)
                : InstanceNumbers.lastBefore(epochMs, replicas, lastId);
        return lastId;
    }

    /** Notes the process that is being started. */
    synchronized void spawned(ReplicaProcess next) {
        starting = next;
    }

    /** Returns the process that is being started; null if there is none. */
    synchronized ReplicaProcess startingProcess() {
        return state == State.STARTING ? starting : null;
    }

    /** Notes that a process answers its admin interface, and that others can send it messages. */
    synchronized void assign(ReplicaProcess started) {
        process = started;
        missed = MissedProbes.NONE;
    }

    /** Notes that clients reach the process. */
    synchronized void ready() {
        state = State.READY;
        starting = null;
    }

    /**
     * Notes that the process has ended.
     *
     * @param areRecovered whether its instances are made anew in the next process, which counts them as started then
     * @return the number of running instances at the last probe
     */
    synchronized long lost(String end, boolean areRecovered) {
        state = State.LOST;
        process = null;
        starting = null;
        lastEnd = end;
        losses++;
        for (Map.Entry<String, JsonNode> number : known.properties()) {
            if (number.getValue().isNumber() && isCounter(number.getKey())) {
                lostCounts.merge(number.getKey(), number.getValue().longValue(), Long::sum);
            }
        }
        long running = known.path("instancesRunning").longValue();
        if (areRecovered && running > 0) {
            lostCounts.merge(Counter.INSTANCES_STARTED.id(), -running, Long::sum);
        }
        known = MissingNode.getInstance();
        return running;
    }

    /** Keeps the statistics of the process. */
    synchronized void reported(ReplicaProcess reporter, JsonNode statistics) {
        if (reporter == process) {
            known = statistics;
            missed = MissedProbes.NONE;
        }
    }

    /**
     * Notes that the process has not answered a probe.
     *
     * @param probedNs when that probe began
     */
    synchronized MissedProbes missedProbe(ReplicaProcess asked, long probedNs) {
        if (asked != process) {
            return MissedProbes.NONE;
        }
        missed = missed.andProbe(probedNs);
        return missed;
    }

    /** Returns the last statistics of the process; missing if there are none. */
    synchronized JsonNode known() {
        return known;
    }

    private static boolean isCounter(String name) {
        return name.startsWith(CounterRoutes.NAMED)
                || Arrays.stream(Counter.values())
                        .anyMatch(counter -> counter.id().equals(name));
    }

    /** Returns the counts of its lost processes, by the name in the statistics. */
    synchronized Map<String, Long> lostCounts() {
        return Map.copyOf(lostCounts);
    }

    /** Returns the process that answers its admin interface; null if there is none. */
    synchronized ReplicaProcess process() {
        return process;
    }

    synchronized State state() {
        return state;
    }

    synchronized String lastEnd() {
        return lastEnd;
    }

    synchronized int starts() {
        return starts;
    }

    synchronized int losses() {
        return losses;
    }

    synchronized long startedNs() {
        return startedNs;
    }
}
