/**
 * The program in which Camunda 7 runs as a server under test, behind {@link io.soabench.front}. The build relocates these classes for Operaton and
 * CIB seven, which are Camunda with other package names.
 *
 * <p>Threads: a thread of the front runs an instance until its first wait state; the engine's job executor runs the rest. The answer goes out after
 * the commit of the transaction that computed it.
 */
package io.soabench.camunda.front;
