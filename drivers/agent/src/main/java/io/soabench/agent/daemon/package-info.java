/**
 * The program on a host that a driver reaches over SSH: it takes the orders of {@link io.soabench.agent.protocol} from a socket and gives
 * them to the {@link io.soabench.agent.protocol.Host} in its own process. It belongs to no session: connections come and go while what
 * it has started runs on.
 */
package io.soabench.agent.daemon;
