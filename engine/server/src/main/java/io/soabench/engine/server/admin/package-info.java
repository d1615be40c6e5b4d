/**
 * The admin interface: JSON over HTTP on a port of its own, on the loopback address only. Belongs here: its
 * connections, access rules, paths and answers. The described objects are in the other packages;
 * {@link io.soabench.engine.server.admin.EngineState} connects them.
 *
 * <p>Use: an engine opens one interface; the parent of several replicas opens one for all of them, with the answers of
 * {@link io.soabench.engine.server.group}.
 *
 * <p>Threading: connections belong to one event loop; slow requests have threads of their own, and changing requests
 * run one after the other. Failure: each refusal is a status with a sentence in JSON; an error of the engine is a 500.
 */
package io.soabench.engine.server.admin;
