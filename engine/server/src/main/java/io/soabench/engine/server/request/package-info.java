/**
 * The first stage of the engine: it reads HTTP requests and their SOAP messages, delivers the messages to instances in
 * the kernel, and writes the answers. Belongs here: connections of clients, their limits and deadlines, the services by
 * path, refusals. The syntax of HTTP is in {@link io.soabench.engine.server.http}, that of SOAP in
 * {@link io.soabench.engine.server.soap}.
 *
 * <p>Use: {@link io.soabench.engine.server} makes the connections of each replica;
 * {@link io.soabench.engine.server.deploy} fills the directory of services.
 *
 * <p>Threading: a connection belongs to its event loop, as does everything that it calls; the directory, the limits and
 * the logs are thread-safe. Failure: this stage answers a request that is not acceptable with a status and, if the
 * client speaks SOAP, a SOAP fault. The kernel does not see such a request. Source: S11, section 2.1 (request handler).
 */
package io.soabench.engine.server.request;
