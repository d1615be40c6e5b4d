/**
 * The few system calls of Linux that Java has no counterpart for, and the reasons why one of them is unavailable.
 *
 * <p>Belongs here: calls, numbers, errors. Does not belong here: their uses, which are in {@code thread} and {@code counter}. Threading: stateless; some calls concern the thread that makes them. Failure: calls return the kernel's error as a
 * negative number; the caller makes a sentence of it.
 */
package io.soabench.engine.overseer.system;
