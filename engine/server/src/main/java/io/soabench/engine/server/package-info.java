/**
 * The engine as a program: configuration, life cycle, command line.
 *
 * <p>Threading: an {@link io.soabench.engine.server.Engine} is started and closed by one thread. Failure: what the user has to
 * change is an {@link io.soabench.engine.server.EngineStartException} with one sentence.
 *
 * <p>The page {@code docs/references.md} explains the short names of papers, such as "P13".
 */
package io.soabench.engine.server;
