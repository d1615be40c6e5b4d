package io.soabench.engine.runtime.scheduling;

/**
 * The deadlines of units of work by their kind, counted from their readiness. The unit whose time ends first is taken
 * first. All zero, as in F12, section III-A, where the deadline is the current time, is first come, first served.
 *
 * @param startNs of a new instance, at least 0
 * @param eventNs of an instance to which something has happened: an answer, a message, an alarm; at least 0
 * @param activityNs of the next activity of an instance, at least 0
 */
public record Deadlines(long startNs, long eventNs, long activityNs) {
    /** First come, first served. */
    public static final Deadlines NOW = new Deadlines(0, 0, 0);

    /** Checks the ranges. */
    public Deadlines {
        if (startNs < 0 || eventNs < 0 || activityNs < 0) {
            throw new IllegalArgumentException("A deadline is before its unit is ready: start=" + startNs
                    + " ns, event=" + eventNs + " ns, activity=" + activityNs + " ns; all are at least 0.");
        }
    }
}
