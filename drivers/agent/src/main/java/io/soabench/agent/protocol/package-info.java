/**
 * The messages between a driver and a host about one repetition. {@link io.soabench.agent.protocol.HostPart} has the data of the host,
 * {@link io.soabench.agent.protocol.HostOrder} its orders, {@link io.soabench.agent.protocol.HostMessage} its answers and other reports.
 * {@link io.soabench.agent.protocol.Host} is the host as the driver uses it, in the same process or at the other end of a connection. All
 * records become JSON and come back equal; all are safe for use by many threads.
 */
package io.soabench.agent.protocol;
