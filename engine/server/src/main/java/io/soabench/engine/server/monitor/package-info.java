/**
 * Monitors: what memory, threads, queues and collectors are at the moment, written to a file at an interval and told when asked (F12,
 * section III-A). Belongs here: what a sample is, and its file; what is looked at stands in {@link io.soabench.engine.server}.
 *
 * <p>Threading: one thread writes; samples are immutable. Failure: what is not known is a sentence in the place of a number; a file that
 * cannot be written any more is said once, and the engine goes on.
 */
package io.soabench.engine.server.monitor;
