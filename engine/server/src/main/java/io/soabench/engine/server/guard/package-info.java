/**
 * What keeps the engine alive: memory that connections may hold, errors that must not end a thread, and the end when nothing else
 * helps.
 *
 * <p>Threading: everything here is thread-safe, but for a connection's share of the memory. Failure: nothing here throws.
 */
package io.soabench.engine.server.guard;
