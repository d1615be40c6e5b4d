package io.soabench.plugin;

import io.soabench.plan.MetricRecord;
import java.util.List;
import java.util.Set;

/**
 * Observes a running server from outside, or asks it (B10 §3.5: metrics are plug-ins). Found by {@link java.util.ServiceLoader}.
 * One thread at a time calls {@link #observe}, {@link #ask} and {@link #close}; {@link #metrics} may be called by any.
 */
public interface MetricSource extends AutoCloseable {

    /**
     * What it delivers: the name as declared in {@code META-INF/soabench/types.testbed}, with source and limits, which
     * reports quote. Does not depend on the machine.
     */
    List<MetricRecord> metrics();

    /**
     * Observes once. A quantity that does not exist here is {@link Sink#unavailable}, never 0.
     *
     * @param pids the process of the server, then all those that descend from it, as they are now; any of them may end
     *     meanwhile
     * @throws RuntimeException when the server runs and cannot be observed; that fails the repetition
     */
    void observe(List<Long> pids, Sink sink);

    /**
     * Asks a server once for what it tells of itself. Asking costs the server something and is seen in its traffic, so this is called
     * for a server only if the model names a metric of it, after all sources have observed it. A source that only looks from outside
     * leaves it as it is: nothing happens.
     */
    default void ask(Asked server, Sink sink) {}

    /**
     * A server that may be asked.
     *
     * @param metrics names of the metrics that the model takes of it, those of other sources too
     * @param telling with its placeholders replaced; {@code null} when servers of this type tell nothing
     */
    record Asked(Set<String> metrics, Lifecycle.Telling telling) {}

    /**
     * The repetition is over: gives back what was opened and forgets what was seen of its servers. A later observation
     * begins anew.
     */
    @Override
    default void close() {}

    /** Takes observations. */
    interface Sink {

        /**
         * One observation.
         *
         * @param metric one of {@link MetricSource#metrics()}
         * @param value in the metric's unit
         */
        void value(String metric, double value);

        /**
         * The quantity does not exist for this server on this machine, or is not known any more. It is said at each
         * observation for which it holds.
         *
         * @param reason why, and what to change if anything can be
         */
        void unavailable(String metric, String reason);
    }
}
