package io.soabench.engine.overseer.system;

import java.util.Objects;

/**
 * The availability of a feature, or the reason why it is missing: {@code unsupported: no PMU}, {@code denied:
 * perf_event_paranoid=2}. Row E8: what does not exist says so, and is never a zero.
 *
 * @param kind what the answer is
 * @param reason why; empty if it can be had
 */
public record Availability(Kind kind, String reason) {

    /** What the answer is. */
    public enum Kind {
        /** It can be had. */
        AVAILABLE("available"),
        /** The machine, its kernel or this library has no such thing. */
        UNSUPPORTED("unsupported"),
        /** It is there, and this process may not have it. */
        DENIED("denied"),
        /** It could be had, and there was nothing to count: a counter that was never free, a program that never started. */
        NOT_COUNTED("not counted");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** As it is printed. */
        public String text() {
            return text;
        }
    }

    private static final Availability AVAILABLE = new Availability(Kind.AVAILABLE, "");

    public Availability {
        Objects.requireNonNull(reason);
    }

    /** It can be had. */
    public static Availability available() {
        return AVAILABLE;
    }

    /** The machine has no such thing. */
    public static Availability unsupported(String reason) {
        return new Availability(Kind.UNSUPPORTED, reason);
    }

    /** This process may not have it. */
    public static Availability denied(String reason) {
        return new Availability(Kind.DENIED, reason);
    }

    /** There was nothing to count. */
    public static Availability notCounted(String reason) {
        return new Availability(Kind.NOT_COUNTED, reason);
    }

    /** Whether it can be had. */
    public boolean isAvailable() {
        return kind == Kind.AVAILABLE;
    }

    /** {@code available}, or kind and reason. */
    @Override
    public String toString() {
        return isAvailable() ? kind.text() : kind.text() + ": " + reason;
    }
}
