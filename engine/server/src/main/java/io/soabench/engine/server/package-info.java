/**
 * The engine as a program: configuration, life cycle, command line.
 *
 * <p>Threading: an {@link io.soabench.engine.server.Engine} is started and closed by one thread. Failure: what the user has to
 * change is an {@link io.soabench.engine.server.EngineStartException} with one sentence.
 */
package io.soabench.engine.server;
