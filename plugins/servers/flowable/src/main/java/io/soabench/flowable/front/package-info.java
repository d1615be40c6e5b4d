/**
 * The program in which Flowable runs as a server under test, behind {@link io.soabench.front}.
 *
 * <p>Threads: a thread of the front runs an instance until its first wait state; the engine's asynchronous executor runs the rest. The answer goes
 * out after the commit of the transaction that computed it.
 */
package io.soabench.flowable.front;
