/**
 * Counters in expressions that Saxon has compiled.
 *
 * <p>Belongs here: wrappers of Saxon's expressions, texts and trees that count work against a budget, and their
 * insertion. Threading: wrappers are shared; they find the budget of an evaluation by its thread. Failure: a
 * limit that is exceeded is a {@link io.soabench.engine.runtime.fault.FaultException}.
 */
package io.soabench.engine.runtime.expression.counting;
