/**
 * Expressions of processes, compiled once, and the data they read.
 *
 * <p>Belongs here: the contract of all expressions, their values, and the places a copy can write to. The kinds of expressions
 * are in packages below, which depend on each other in this order: {@code budget}, this package, {@code terms}, {@code counting},
 * {@code saxon}, {@code jaxen}, {@code compile}. Each knows only those before it. Threading: compiled expressions are immutable
 * and shared; an evaluation belongs to the thread that owns the {@link io.soabench.engine.runtime.expression.Slots}. Failure: an
 * evaluation that fails throws {@link io.soabench.engine.runtime.fault.FaultException}; a text with a wrong syntax throws
 * {@link io.soabench.engine.runtime.expression.ExpressionSyntaxException} at compile time.
 */
package io.soabench.engine.runtime.expression;
