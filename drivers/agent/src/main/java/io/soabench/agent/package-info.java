/**
 * Work on a host, the same for each driver. Processes are started, watched and ended with all that they started. Their output is kept up to a
 * limit, their metrics are observed, the disk is watched. {@link io.soabench.agent.HostExecutor} does it: the local driver has one in its own
 * process. On a host that a driver reaches over SSH one works in {@link io.soabench.agent.daemon.Agent}.
 */
package io.soabench.agent;
