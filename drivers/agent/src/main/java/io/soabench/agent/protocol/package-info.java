/**
 * What a driver and a host say to each other about one repetition: {@link io.soabench.agent.protocol.HostPart} tells what the host
 * must know, {@link io.soabench.agent.protocol.HostOrder} what it shall do, {@link io.soabench.agent.protocol.HostWord} what it answers
 * and what it says unasked. {@link io.soabench.agent.protocol.Host} is the host in the driver's eyes, in the same process or at the
 * other end of a connection. All records become JSON and come back equal; all are safe for use by many threads.
 */
package io.soabench.agent.protocol;
