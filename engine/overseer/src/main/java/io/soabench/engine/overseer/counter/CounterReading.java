package io.soabench.engine.overseer.counter;

import io.soabench.engine.overseer.system.Availability;
import java.util.OptionalLong;

/**
 * The count of one event since the counters were opened or reset, while they were started.
 *
 * @param event the event
 * @param availability whether there is a count, and if not why
 * @param counted the value of the counter; without meaning unless available
 * @param enabledNs the time in which the event was to be counted, in nanoseconds
 * @param runningNs the time in which it had a counter; less where events take turns because there are fewer counters
 * @param userOnly whether the kernel's part is left out, because this process may not count it
 */
public record CounterReading(
        CounterEvent event, Availability availability, long counted, long enabledNs, long runningNs, boolean userOnly) {

    /**
     * Returns the count; absent if there is none. A count for a part of the time is scaled to the whole, on the
     * assumption that the rest was alike: perf_event_open(2), {@code PERF_FORMAT_TOTAL_TIME_RUNNING}. It is not scaled
     * for the cores of one kind of a hybrid machine, where the rest of the time belongs to the other kind.
     */
    public OptionalLong value() {
        if (!availability.isAvailable()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(isScaled() ? Math.round((double) counted * enabledNs / runningNs) : counted);
    }

    /** Returns whether the value is an estimate, because the event had no counter for a part of the time. */
    public boolean isScaled() {
        return availability.isAvailable()
                && runningNs < enabledNs
                && event.coresOnly().isEmpty();
    }

    /** Returns the share of the time in which the event had a counter, 0 to 1. */
    public double share() {
        return enabledNs == 0 ? 0 : (double) runningNs / enabledNs;
    }
}
