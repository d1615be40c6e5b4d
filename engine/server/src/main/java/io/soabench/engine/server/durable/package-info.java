/**
 * The folder of a durable engine. Belongs here: its deployments and instances while the engine runs, the admin
 * interface during recovery, and the commands that read and repair its journals. The journals themselves are in
 * {@code engine.runtime.journal}.
 *
 * <p>Use: a durable engine opens its folder at its start. Where replicas are processes, their parent opens the versions
 * of processes and each replica its journals. The command line runs the commands for an engine that does
 * not run.
 *
 * <p>Threading: the folder of a running engine is thread-safe, except opening, recovery and closing; each command uses
 * one thread. Failure: a mistake of the user is an {@link java.io.IOException} with a sentence; an error of the disk
 * ends the engine.
 */
package io.soabench.engine.server.durable;
