/**
 * XPath 1.0 expressions, compiled once.
 *
 * <p>Belongs here: parsing (by jaxen), translation of common expressions to this package's own terms, evaluation of the others
 * by jaxen over {@link io.soabench.engine.runtime.xml.Element} trees, and places a copy can write to. Threading: compiled
 * expressions are immutable and shared; an evaluation belongs to the thread that owns the
 * {@link io.soabench.engine.runtime.expression.Slots}. Failure: an evaluation that fails throws
 * {@link io.soabench.engine.runtime.fault.FaultException}; text that is no XPath throws
 * {@link io.soabench.engine.runtime.expression.ExpressionSyntaxException} at compile time.
 */
package io.soabench.engine.runtime.expression;
