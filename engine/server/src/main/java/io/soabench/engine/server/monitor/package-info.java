/**
 * The monitors: the state of memory, threads, queues and collectors at a moment, written to a file at an interval and
 * returned on request (F12, section III-A). Belongs here: the form of a sample, and the file.
 * {@link io.soabench.engine.server} takes the measurements.
 *
 * <p>Use: an engine opens the file if its configuration names one; the admin interface returns samples.
 *
 * <p>Threading: one thread writes the file; samples are immutable. Failure: an unknown number has a sentence in its
 * place. If the file cannot be written any more, this is reported once, and the engine continues.
 */
package io.soabench.engine.server.monitor;
