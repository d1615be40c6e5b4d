/**
 * What is done on a host, whoever runs the testbed: processes are started, watched and ended with all that they started; their
 * output is kept up to a limit; their metrics are observed; the disk is watched. {@link io.soabench.agent.HostExecutor} does it: the
 * local driver has one in its own process, and on a host that a driver reaches over SSH one works in {@link
 * io.soabench.agent.daemon.Agent}.
 */
package io.soabench.agent;
