/**
 * The micro-benchmark of P13 §5: times of work on near and on far memory, in linear and in random order.
 *
 * <p>Belongs here: orders of access, the measurement, its results. Threading: results are immutable; a measurement makes a thread of its
 * own and waits for it. Failure: a missing feature of the machine is a {@link
 * io.soabench.engine.overseer.system.NotAvailableException}.
 */
package io.soabench.engine.overseer.memory;
