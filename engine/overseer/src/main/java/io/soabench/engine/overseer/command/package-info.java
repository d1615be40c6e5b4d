/**
 * The command line: {@code topology}, {@code counters}, {@code run}, and the forms in which they print.
 *
 * <p>Threading: one. Failure: a mistake of the user gives one sentence on standard error and exit status 2; {@code run} ends
 * with the status of its command.
 */
package io.soabench.engine.overseer.command;
