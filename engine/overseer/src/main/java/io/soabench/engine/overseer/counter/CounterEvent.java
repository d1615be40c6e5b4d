package io.soabench.engine.overseer.counter;

import io.soabench.engine.overseer.topology.IdSet;
import java.util.Objects;
import java.util.Optional;

/**
 * A countable event, in the kernel's terms. Source: perf_event_open(2).
 *
 * @param name as it is written in lists of events
 * @param kind where it is counted
 * @param type the kernel's number of the unit
 * @param config the number of the event in the unit
 * @param config1 a further number of the event; 0 for most
 * @param config2 a further number of the event; 0 for most
 * @param coresOnly processors whose cores have the unit, where not all do: one kind of a hybrid machine's cores; absent otherwise
 * @param wholePackage whether it is counted for a package as a whole, so that it cannot be bound to a thread
 * @param unit of the count: {@code ns} for times, empty for numbers
 */
public record CounterEvent(
        String name,
        CounterEventKind kind,
        int type,
        long config,
        long config1,
        long config2,
        Optional<IdSet> coresOnly,
        boolean wholePackage,
        String unit) {

    public CounterEvent {
        Objects.requireNonNull(name);
        Objects.requireNonNull(kind);
        Objects.requireNonNull(coresOnly);
        Objects.requireNonNull(unit);
    }

    /** Returns an event without special properties. */
    static CounterEvent plain(String name, CounterEventKind kind, int type, long config) {
        return new CounterEvent(name, kind, type, config, 0, 0, Optional.empty(), false, "");
    }
}
