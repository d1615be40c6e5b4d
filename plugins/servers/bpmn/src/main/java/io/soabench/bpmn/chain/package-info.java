/**
 * The front of library engines without an engine: a program that makes the calls of a BPMN file in a row. Its processor time is what HTTP layer,
 * messages and the client of partners take of each engine behind the front. It keeps nothing and has no transactions; a file with anything but
 * tasks in a row is refused.
 *
 * <p>Threads: a thread of the front runs all tasks of its request.
 */
package io.soabench.bpmn.chain;
