/**
 * What is done on a host, whoever runs the testbed: processes are started, watched and ended with all that they started; their
 * output is kept up to a limit; their metrics are observed; the disk is watched. The local driver uses these classes in its own
 * process, and {@link io.soabench.agent.Agent} is the program in which they work on a host that a driver reaches over SSH.
 */
package io.soabench.agent;
