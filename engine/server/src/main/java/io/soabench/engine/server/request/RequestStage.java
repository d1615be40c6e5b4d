package io.soabench.engine.server.request;

import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Kernel;

/**
 * What all connections share.
 *
 * @param directory the services
 * @param kernel the stage behind
 * @param workers placement of instances
 * @param admission whether calls to partners go through
 * @param clients the open connections
 * @param refusals where refusals are logged
 * @param counters where requests are counted
 * @param clock the time
 * @param maxBodyBytes largest request
 */
public record RequestStage(
        ServiceDirectory directory,
        Kernel kernel,
        WorkerChoice workers,
        Admission admission,
        ClientConnections clients,
        RefusalLog refusals,
        Counters counters,
        EngineClock clock,
        int maxBodyBytes) {}
