package io.soabench.engine.overseer.system;

import java.util.Objects;

/**
 * The availability of a feature, or the reason why it is missing: {@code unsupported: no PMU},
 * {@code denied: perf_event_paranoid=2}. A missing value is marked as missing and never a zero.
 *
 * @param kind the kind of answer
 * @param reason the reason; empty if the feature is available
 */
public record Availability(Kind kind, String reason) {

    /** The kinds of answers. */
    public enum Kind {
        /** The feature is available. */
        AVAILABLE("available"),
        /** The machine, its kernel or this library does not have the feature. */
        UNSUPPORTED("unsupported"),
        /** The feature exists, but this process may not use it. */
        DENIED("denied"),
        /**
         * The feature exists, but there was nothing to count: a counter that was never free, a program that never
         * started.
         */
        NOT_COUNTED("not counted");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** Returns the printed name. */
        public String text() {
            return text;
        }
    }

    private static final Availability AVAILABLE = new Availability(Kind.AVAILABLE, "");

    public Availability {
        Objects.requireNonNull(reason);
    }

    /** Returns the answer for an available feature. */
    public static Availability available() {
        return AVAILABLE;
    }

    /** Returns the answer for a feature that the machine does not have. */
    public static Availability unsupported(String reason) {
        return new Availability(Kind.UNSUPPORTED, reason);
    }

    /** Returns the answer for a feature that this process may not use. */
    public static Availability denied(String reason) {
        return new Availability(Kind.DENIED, reason);
    }

    /** Returns the answer for an event that had nothing to count. */
    public static Availability notCounted(String reason) {
        return new Availability(Kind.NOT_COUNTED, reason);
    }

    /** Returns whether the feature is available. */
    public boolean isAvailable() {
        return kind == Kind.AVAILABLE;
    }

    /** Returns {@code available}, or kind and reason. */
    @Override
    public String toString() {
        return isAvailable() ? kind.text() : kind.text() + ": " + reason;
    }
}
