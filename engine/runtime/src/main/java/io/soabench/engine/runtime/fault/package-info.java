/**
 * BPEL faults as values.
 *
 * <p>Belongs here: the form of a fault and the names of the standard. Threading: all immutable. Failure: a
 * {@link io.soabench.engine.runtime.fault.FaultException} carries a fault out of the evaluation of an expression or a copy and
 * is turned back into the value by the activity; it never crosses an activity.
 */
package io.soabench.engine.runtime.fault;
