/**
 * The few system calls of Linux that Java has no counterpart for, and what is said when one of them cannot be had.
 *
 * <p>Belongs here: calls, numbers, errors. Does not belong here: what they are good for, which is in {@code thread} and {@code
 * counter}. Threading: stateless; some calls concern the thread that makes them. Failure: calls return the kernel's error as a
 * negative number; who calls them makes a sentence of it.
 */
package io.soabench.engine.overseer.system;
