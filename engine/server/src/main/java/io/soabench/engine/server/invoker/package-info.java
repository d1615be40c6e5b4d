/**
 * The stage behind the kernel: calls partners over pooled keep-alive connections.
 *
 * <p>Belongs here: pools, connections, time-outs, from answers to messages or faults. Threading: everything but {@link
 * io.soabench.engine.server.invoker.Invoker} belongs to one event loop. Failure: whatever goes wrong with a partner ends the
 * call with a BPEL fault and, where the connection is in doubt, closes the connection.
 */
package io.soabench.engine.server.invoker;
