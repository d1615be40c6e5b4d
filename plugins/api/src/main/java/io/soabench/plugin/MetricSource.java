package io.soabench.plugin;

import io.soabench.plan.MetricRecord;
import java.util.List;

/**
 * Observes a running server from outside (B10 §3.5: metrics are plug-ins). Found by {@link java.util.ServiceLoader}. One
 * thread at a time calls {@link #observe} and {@link #close}; {@link #metrics} may be called by any.
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
