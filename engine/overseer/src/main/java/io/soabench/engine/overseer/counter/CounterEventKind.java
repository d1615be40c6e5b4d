package io.soabench.engine.overseer.counter;

/** The place where an event is counted. Source: perf_event_open(2), {@code type}. */
public enum CounterEventKind {
    /** By the processor, an event that most processors have; the kernel knows which one of this processor it is. */
    HARDWARE("hardware"),
    /** By the kernel. */
    SOFTWARE("software"),
    /** By the processor, an access to one of its caches. */
    CACHE("cache"),
    /** By the processor, by the number that its manual gives. */
    RAW("raw"),
    /** By a unit that the kernel lists in {@code /sys/bus/event_source/devices}, by the names that it gives there. */
    UNIT("unit");

    private final String text;

    CounterEventKind(String text) {
        this.text = text;
    }

    /** Returns the printed name. */
    public String text() {
        return text;
    }
}
