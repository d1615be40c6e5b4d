/**
 * The engine as a program: command line, configuration, life cycle, and the wiring of one replica. Belongs here:
 * classes that open and close the other packages of the server. The protocol, the deployment and the admin interface
 * have packages of their own below this one.
 *
 * <p>Use: programs start {@link io.soabench.engine.server.EngineMain}; Java code starts an
 * {@link io.soabench.engine.server.Engine} with an {@link io.soabench.engine.server.EngineConfiguration}. No other
 * package of the server depends on this one.
 *
 * <p>Threading: one thread starts an engine and closes it. Failure: a mistake of the user is an
 * {@link io.soabench.engine.server.EngineStartException} with one sentence.
 *
 * <p>The page {@code docs/references.md} explains the short names of papers, such as "P13".
 */
package io.soabench.engine.server;
