/**
 * Monitors: the state of memory, threads, queues and collectors at a moment, written to a file at an interval and
 * returned on request (F12, section III-A). Belongs here: the form of a sample, and its file; the measurement is in
 * {@link io.soabench.engine.server}.
 *
 * <p>Threading: one thread writes; samples are immutable. Failure: an unknown number is a sentence in its place; a file that cannot be written any more is reported once, and the engine goes on.
 */
package io.soabench.engine.server.monitor;
