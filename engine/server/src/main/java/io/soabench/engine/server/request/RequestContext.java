package io.soabench.engine.server.request;

import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.peer.Peers;
import io.soabench.engine.server.soap.MessageIds;

/**
 * The objects that all connections share.
 *
 * @param directory the services
 * @param kernel the stage behind
 * @param workers placement of instances
 * @param admission whether calls to partners go through
 * @param clients the open connections
 * @param replyTargets where answers may be posted
 * @param messageIds names of answers
 * @param memory what connections may hold
 * @param failures where errors of the engine go
 * @param refusals where refusals are logged
 * @param counters where requests are counted
 * @param maxBodyBytes largest request
 * @param peers other replicas of the engine that are processes of their own; null when there are none
 * @param isOfPeers whether its requests come from them, and not from clients
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
        Peers peers,
        boolean isOfPeers) {
    /** The stage for the requests of other replicas: they have been counted, and bounded, where their clients have sent them. */
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
                peers,
                true);
    }
}
