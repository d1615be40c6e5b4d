package io.soabench.engine.runtime.scheduling;

/**
 * The deadlines of units of work by their kind, counted from the time at which a unit is ready. The unit with the
 * earliest deadline is done first (F12, section III-A). If all are zero, the order is first come, first served.
 *
 * @param startNs the deadline of a new instance in nanoseconds, at least 0
 * @param eventNs the deadline of an instance with an event (an answer, a message, an alarm) in nanoseconds, at least 0
 * @param activityNs the deadline of the next activity of an instance in nanoseconds, at least 0
 */
public record Deadlines(long startNs, long eventNs, long activityNs) {
    /** The order first come, first served. */
    public static final Deadlines NOW = new Deadlines(0, 0, 0);

    /** Rejects negative deadlines. */
    public Deadlines {
        if (startNs < 0 || eventNs < 0 || activityNs < 0) {
            throw new IllegalArgumentException("A deadline is before its unit is ready: start=" + startNs
                    + " ns, event=" + eventNs + " ns, activity=" + activityNs + " ns; all are at least 0.");
        }
    }
}
