/**
 * The protection of the engine: limits for the memory of connections, errors that must not end a thread, and the end
 * when memory stays exhausted.
 *
 * <p>Threading: everything here is thread-safe, but for a connection's share of the memory. Failure: nothing here
 * throws.
 */
package io.soabench.engine.server.guard;
