/**
 * Terms: expressions that this engine evaluates itself.
 *
 * <p>Belongs here: paths into variables, operators, functions, properties. No parser of a library is used here.
 * Threading: terms are immutable. Failure: as for all expressions.
 */
package io.soabench.engine.runtime.expression.terms;
