/**
 * The last stage of the engine: it calls partners over pooled connections. Belongs here: pools, connections, time
 * limits, the look-up of host names, and the conversion of HTTP responses into messages or faults.
 *
 * <p>Use: {@link io.soabench.engine.server} makes one {@link io.soabench.engine.server.invoker.Invoker} for each
 * replica, and the kernel calls it. Other packages use the addresses and the writer of digits.
 *
 * <p>Threading: an invoker, its resolver of names and its trust are thread-safe; the other classes belong to one event
 * loop. Failure: a failure of a partner ends the call with a BPEL fault. If the state of the connection is in doubt,
 * the connection is closed. Source: S11, section 2.1 (invoker).
 */
package io.soabench.engine.server.invoker;
