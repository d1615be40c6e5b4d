/**
 * The protection of the engine against overload and errors. Belongs here: the limit for the memory of connections, the
 * handling of errors that must not end a thread, and the end of the process when its memory stays exhausted.
 *
 * <p>Use: every package with event loops or threads reports its errors here.
 *
 * <p>Threading: everything is thread-safe, except the share of one connection in the memory, which belongs to its event
 * loop. Failure: nothing here throws.
 */
package io.soabench.engine.server.guard;
