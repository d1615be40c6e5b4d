package io.soabench.driver;

import java.util.List;

/**
 * Observes a running server from outside (B10 §3.5: metrics are plug-ins). Found by {@link java.util.ServiceLoader}.
 * Called by one thread at a time.
 */
public interface MetricSource {

    /** Names of the metric types that it delivers, as declared in {@code META-INF/soabench/types.testbed}. */
    List<String> metrics();

    /**
     * Observes once.
     *
     * @param pid process of the server
     * @param sink takes each observation
     */
    void observe(long pid, Sink sink);

    /** Takes observations. */
    interface Sink {

        /**
         * One observation.
         *
         * @param source where the value was read, e.g. {@code /proc/PID/stat}
         */
        void observation(String metric, double value, String unit, String source);
    }
}
