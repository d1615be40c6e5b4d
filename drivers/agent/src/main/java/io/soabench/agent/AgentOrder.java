package io.soabench.agent;

/**
 * What a driver asks of the {@link Agent} of a host: one JSON object a line.
 *
 * @param verb what to do
 * @param intervalMs of {@link Verb#OBSERVE}: between two observations
 * @param workLimitBytes of {@link Verb#OBSERVE}: what one server may write into its work folder
 * @param floorBytes of {@link Verb#OBSERVE}: what must be left of the disk
 */
public record AgentOrder(Verb verb, long intervalMs, long workLimitBytes, long floorBytes) {

    /** What can be asked. */
    public enum Verb {
        /** Observe all servers and load clients that have been started in this repetition, those included that come later. */
        OBSERVE,
        /** Observe once more, now. */
        ONCE,
        /** Observe no more; answered by {@link AgentWord.Code#RESTS} when all files are written. */
        REST
    }

    /** Observe, with these limits. */
    public static AgentOrder observe(long intervalMs, long workLimitBytes, long floorBytes) {
        return new AgentOrder(Verb.OBSERVE, intervalMs, workLimitBytes, floorBytes);
    }

    /** An order that says all by its verb. */
    public static AgentOrder of(Verb verb) {
        return new AgentOrder(verb, 0, 0, 0);
    }
}
