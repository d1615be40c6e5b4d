package io.soabench.engine.overseer.counter;

import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.topology.MachineFiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The performance counters of this machine. A hybrid machine would count an event of the kind hardware or cache on one
 * kind of cores only. There such events are named with their unit, {@code cpu_core/instructions/}, and are unsupported
 * without it.
 *
 * <p>Thread-safe.
 *
 * <p>Source: P11 §III and table I; P13 §4.5.2 "Hardware Performance Counters".
 */
public final class PerformanceCounters {

    private final EventCatalogue catalogue;
    private final PerfCalls calls;
    private final Availability system;
    private final String machine;

    /** Makes the counters of this machine. */
    public PerformanceCounters() {
        this(
                new EventCatalogue(MachineFiles.ofThisMachine()),
                new LinuxPerf(),
                Linux.availability(),
                System.getProperty("os.arch", "unknown"));
    }

    PerformanceCounters(EventCatalogue catalogue, PerfCalls calls, Availability system, String machine) {
        this.catalogue = catalogue;
        this.calls = calls;
        this.system = system;
        this.machine = machine;
    }

    /** Returns the events that have names here. */
    public EventCatalogue catalogue() {
        return catalogue;
    }

    /**
     * Opens counters, stopped. Unavailable events are no error: their readings give the reason.
     *
     * @throws NotAvailableException if there is no such thread, or this is not Linux
     */
    public CounterSet open(List<CounterEvent> events, CounterTarget target) {
        if (!system.isAvailable()) {
            throw new NotAvailableException(system);
        }
        CounterRefusal refusal = new CounterRefusal(catalogue.coreUnits(), calls.paranoid(), machine);
        return CounterSet.open(events, target, calls, refusal);
    }

    /**
     * Asks the kernel about each event that has a name, whether it can count the event for a target. Some hundred
     * system calls.
     *
     * @throws NotAvailableException if there is no such thread
     */
    public Map<CounterEvent, Availability> survey(CounterTarget target) {
        Map<CounterEvent, Availability> answers = new LinkedHashMap<>();
        for (CounterEvent event : catalogue.all()) {
            if (system.isAvailable()) {
                try (CounterSet set = open(List.of(event), target)) {
                    answers.put(event, set.availabilities().get(0));
                }
            } else {
                answers.put(event, system);
            }
        }
        return answers;
    }
}
