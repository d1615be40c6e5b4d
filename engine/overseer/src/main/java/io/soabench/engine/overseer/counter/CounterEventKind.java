package io.soabench.engine.overseer.counter;

/** The source of the counts of an event. Source: perf_event_open(2), {@code type}. */
public enum CounterEventKind {
    /** An event that most processors have, counted by the processor; the kernel knows its own number there. */
    HARDWARE("hardware"),
    /** An event counted by the kernel. */
    SOFTWARE("software"),
    /** An access to one of the processor's caches, counted by the processor. */
    CACHE("cache"),
    /** An event counted by the processor, under the number in its manual. */
    RAW("raw"),
    /** An event of a unit that the kernel lists in {@code /sys/bus/event_source/devices}, under the kernel's names. */
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
