package io.soabench.engine.server.request;

import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.peer.Peers;
import io.soabench.engine.server.soap.MessageIds;

/**
 * The objects that all connections of a replica share.
 *
 * @param directory the services
 * @param kernel the next stage, which runs instances
 * @param workers the choice of the worker of an instance
 * @param admission the test whether there is room for calls to partners and for records of a durable engine
 * @param clients the open connections
 * @param replyTargets the addresses that answers may be posted to
 * @param messageIds the identifiers of answers
 * @param memory the memory that connections may hold
 * @param failures the counter and log of errors of the engine
 * @param refusals the log of refusals
 * @param counters the counters of requests
 * @param maxBodyBytes the size of the largest request in bytes
 * @param keys the requests with keys that a durable engine does not do again; null if it has none
 * @param peers other replicas of the engine, which are processes; null if there are none
 * @param isOfPeers true if the requests come from these replicas, false if they come from clients
 */
public record RequestContext(
        ServiceDirectory directory,
        Kernel kernel,
        WorkerChoice workers,
        Admission admission,
        ClientConnections clients,
        ReplyTargets replyTargets,
        MessageIds messageIds,
        HeldMemory memory,
        Failures failures,
        RefusalLog refusals,
        Counters counters,
        int maxBodyBytes,
        RequestKeys keys,
        Peers peers,
        boolean isOfPeers) {
    /**
     * Returns the same context for requests of other replicas. These requests are counted and limited at the replica
     * that has received them from a client.
     */
    public RequestContext ofPeers(ClientConnections connections) {
        return new RequestContext(
                directory,
                kernel,
                workers,
                admission,
                connections,
                replyTargets,
                messageIds,
                memory,
                failures,
                refusals,
                new Counters(),
                maxBodyBytes,
                keys,
                peers,
                true);
    }
}
