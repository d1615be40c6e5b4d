/**
 * The front of library engines without an engine: a program that makes the calls of a BPMN file in a row. Its processor time is the part that HTTP
 * layer, messages and client of partners have in the processor time of each engine behind the front. It keeps nothing and has no transactions; a
 * file with anything but tasks in a row is refused.
 *
 * <p>Threads: a thread of the front runs all tasks of its request.
 */
package io.soabench.bpmn.chain;
