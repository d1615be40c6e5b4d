package io.soabench.plugin;

import io.soabench.plan.MetricRecord;
import java.util.List;
import java.util.Set;

/**
 * A source of metrics of a running server, which it observes from outside or asks. Metrics are plug-ins (B10 §3.5),
 * which {@link java.util.ServiceLoader} finds.
 *
 * <p>One thread at a time calls {@link #observe}, {@link #ask} and {@link #close}. Any thread may call {@link
 * #metrics}.
 */
public interface MetricSource extends AutoCloseable {

    /**
     * Returns the metrics that it delivers, independent of the machine. Their names are declared in {@code
     * META-INF/soabench/types.testbed}. Reports quote their source and limits.
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
     * Asks a server once for metrics that it measures itself. The question costs the server time and is seen in its
     * traffic. Callers therefore ask a server only if the model names such a metric of it, after all sources have
     * observed it.
     *
     * <p>A source that only observes from outside keeps this default, which does nothing.
     */
    default void ask(Asked server, Sink sink) {}

    /**
     * A server that may be asked.
     *
     * @param metrics names of the metrics that the model takes of it, including those of other sources
     * @param telling request for the metrics, with its placeholders replaced; {@code null} when servers of this type
     *     have none
     * @param trust certificates by which a server at an https address is trusted, in the PEM format; empty where all
     *     servers are at http addresses
     */
    record Asked(Set<String> metrics, Lifecycle.MetricRequest telling, String trust) {

        public Asked {
            trust = trust == null ? "" : trust;
        }

        /** Creates a server at an http address. */
        public Asked(Set<String> metrics, Lifecycle.MetricRequest telling) {
            this(metrics, telling, "");
        }
    }

    /**
     * Ends a repetition. It releases open resources and the state about its servers. A later observation begins anew.
     */
    @Override
    default void close() {}

    /** A receiver of observations. */
    interface Sink {

        /**
         * Receives one observation.
         *
         * @param metric one of {@link MetricSource#metrics()}
         * @param value in the metric's unit
         */
        void value(String metric, double value);

        /**
         * Receives the reason for a missing quantity: it does not exist for this server on this machine, or is no
         * longer known. A source reports it at each observation for which it holds.
         *
         * @param reason cause, and a remedy if there is one
         */
        void unavailable(String metric, String reason);
    }
}
