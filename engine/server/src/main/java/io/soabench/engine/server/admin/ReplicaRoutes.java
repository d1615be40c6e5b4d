package io.soabench.engine.server.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.server.replica.ReplicaState;
import io.soabench.engine.server.replica.ReplicaThreads;

/** The path {@code /replicas}. GET returns the replicas and their threads. No state. */
final class ReplicaRoutes {
    static final String REPLICAS = "/replicas";

    private ReplicaRoutes() {}

    /** Returns all replicas, each with its threads. */
    static AdminAnswer list(EngineState state) {
        ArrayNode list = AdminAnswer.array();
        for (ReplicaState replica : state.replicas()) {
            ObjectNode object = list.addObject().put("id", replica.id()).put("pid", replica.pid());
            replica.processors().forEach(object.putArray("processors")::add);
            object.put("node", replica.node().orElse(null));
            ArrayNode threads = object.putArray("threads");
            for (ReplicaThreads.Running thread : replica.threads()) {
                ObjectNode one = threads.addObject().put("name", thread.name()).put("tid", thread.tid());
                thread.processors().forEach(one.putArray("processors")::add);
                thread.failure().ifPresent(failure -> one.put("problem", failure));
            }
        }
        return new AdminAnswer(200, list);
    }
}
