/**
 * How long it takes to work on memory that is near and memory that is far, one place after the other and here and there: the
 * micro-benchmark of P13 §5.
 *
 * <p>Belongs here: orders of access, the measurement, its results. Threading: results are immutable; a measurement makes a thread of its
 * own and waits for it. Failure: what the machine does not have is a {@link
 * io.soabench.engine.overseer.system.NotAvailableException}.
 */
package io.soabench.engine.overseer.memory;
