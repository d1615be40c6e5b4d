package io.soabench.engine.server.admin;

import io.soabench.engine.runtime.kernel.Counters;
import java.util.Map;

/** What the admin interface tells about the engine around it. */
public interface EngineState {
    /** What was counted. */
    Counters counters();

    /** Numbers of this moment by key: instances running, lengths of queues, threads of the stages. */
    Map<String, Long> gauges();

    /** Milliseconds since the engine was ready. */
    long uptimeMs();

    /** Asks the engine to stop; returns at once. */
    void requestShutdown();
}
