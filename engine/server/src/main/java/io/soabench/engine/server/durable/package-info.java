/**
 * The command line for the folder of a durable engine: what its journals have, and whether they are whole.
 *
 * <p>Belongs here: commands that read the folder of an engine that does not run. Does not belong here: the durable engine itself.
 *
 * <p>Threading: one thread. Failure: an {@link java.io.IOException} with a sentence for the user.
 */
package io.soabench.engine.server.durable;
