/**
 * Ways of work from one thread to another: objects owned by one thread at a time, parked threads, work that idle
 * threads take.
 *
 * <p>Belongs here: the few concurrent classes that no library has, each with its assumptions, guarantees and
 * progress, and with a jcstress class in {@code engine/bench}. Does not belong here: queues, which are those of JCTools, and
 * anything that knows of instances. Threading: the comment of each method names the threads that may call it. Failure: nothing here throws.
 */
package io.soabench.engine.runtime.handover;
