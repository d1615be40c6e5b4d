package io.soabench.engine.server;

import java.time.Duration;

/** Replicas that are processes, whose instances record their states when the engine stops. */
class SnapshotReplicaIT extends DurableReplicaIT {
    @Override
    Duration snapshotAtStop() {
        return Duration.ofSeconds(20);
    }
}
