/**
 * The hand-over of work between threads: objects with one owner at a time, signals for sleeping threads, timers of one
 * thread.
 *
 * <p>Belongs here: the few concurrent classes that no library has. Each states its assumptions, guarantees and
 * progress, and has a jcstress class in {@code engine/bench}. Does not belong here: queues, which JCTools provides, and
 * classes that know instances.
 *
 * <p>Users: {@code kernel} and {@code scheduling}. Threading: the comment of each method names the threads that may
 * call it. Failure: no method here throws.
 */
package io.soabench.engine.runtime.handover;
