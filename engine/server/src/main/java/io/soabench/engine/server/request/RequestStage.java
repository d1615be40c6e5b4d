package io.soabench.engine.server.request;

import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;

/**
 * What all connections share.
 *
 * @param directory the services
 * @param kernel the stage behind
 * @param workers placement of instances
 * @param admission whether calls to partners go through
 * @param clients the open connections
 * @param replyTargets where answers may be posted
 * @param memory what connections may hold
 * @param failures where errors of the engine go
 * @param refusals where refusals are logged
 * @param counters where requests are counted
 * @param maxBodyBytes largest request
 */
public record RequestStage(
        ServiceDirectory directory,
        Kernel kernel,
        WorkerChoice workers,
        Admission admission,
        ClientConnections clients,
        ReplyTargets replyTargets,
        HeldMemory memory,
        Failures failures,
        RefusalLog refusals,
        Counters counters,
        int maxBodyBytes) {}
