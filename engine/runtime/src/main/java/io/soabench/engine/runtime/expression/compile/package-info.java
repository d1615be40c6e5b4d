/**
 * The compiler of expressions.
 *
 * <p>Belongs here: the choice between terms, jaxen and Saxon for each part of an expression. Threading: a
 * compiler belongs to one thread. Failure: a text with a wrong syntax throws {@link
 * io.soabench.engine.runtime.expression.ExpressionSyntaxException}.
 */
package io.soabench.engine.runtime.expression.compile;
