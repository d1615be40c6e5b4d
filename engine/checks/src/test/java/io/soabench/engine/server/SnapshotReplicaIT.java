package io.soabench.engine.server;

import java.time.Duration;

/** Durable replicas whose instances record their states when the engine stops. A replica that is killed records none, so none is killed here. */
class SnapshotReplicaIT extends DurableReplicaContract {
    @Override
    Duration snapshotAtStop() {
        return Duration.ofSeconds(20);
    }

    @Override
    int killedReplicas() {
        return 0;
    }
}
