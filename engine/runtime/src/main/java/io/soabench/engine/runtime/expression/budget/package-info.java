/**
 * The limits of one evaluation, for expressions of all languages.
 *
 * <p>Belongs here: counts and limits of items, bytes and steps. Threading: a budget belongs to the thread of its
 * evaluation. Failure: a limit that is exceeded is a {@link io.soabench.engine.runtime.fault.FaultException}.
 */
package io.soabench.engine.runtime.expression.budget;
