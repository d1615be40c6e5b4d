/**
 * The parts of a BPMN engine's program that do not depend on the engine: the package of a process, messages as lists of values, calls of
 * partners, and requests that wait for their answers. Adapters for Camunda 7, its forks and Flowable are built on it.
 *
 * <p>A process file names no class of an engine. It calls a partner by an expression on a bean with the partner's name, {@code ${quote.call('price',
 * id, 1)}}, and answers its client by {@code ${client.answer(exchange, sum)}}. The values of a message are its simple elements and attributes in
 * document order.
 *
 * <p>Threads: all classes are safe for use by many threads. Failures: a message that does not fit its contract is an exception with the operation
 * and the place; it ends the instance as the engine ends instances whose calls fail.
 */
package io.soabench.bpmn;
