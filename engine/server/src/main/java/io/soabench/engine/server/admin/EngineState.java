package io.soabench.engine.server.admin;

import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.RunningInstance;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What the admin interface tells about the engine around it. */
public interface EngineState {
    /** What was counted. */
    Counters counters();

    /** Numbers of this moment by key: instances running, lengths of queues, threads of the stages. */
    Map<String, Long> gauges();

    /** Milliseconds since the engine was ready. */
    long uptimeMs();

    /**
     * The instances that run; complete when every worker has told of its own.
     *
     * @param most how many of each worker
     */
    CompletableFuture<List<RunningInstance>> instances(int most);

    /** Ends an instance at once, without handlers; whether there was one of that number. */
    CompletableFuture<Boolean> endInstance(long id);

    /** Ends all instances of deployments of a name at once, without handlers; how many there were. */
    CompletableFuture<Integer> endInstances(String deployment);

    /** Asks the engine to stop; returns at once. */
    void requestShutdown();
}
