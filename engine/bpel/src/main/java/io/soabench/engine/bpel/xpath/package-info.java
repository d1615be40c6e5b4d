/**
 * The analysis of XPath 1.0 expressions by their text alone: syntax, variables, function calls, simple shapes. For
 * XPath 2.0 and XQuery it finds names only. Belongs here: all use of the XPath parser. Nothing is evaluated.
 *
 * <p>Use: the static analysis, the model, and the compiler of expressions. Threading: values are immutable. Failure: a
 * mistake in the syntax is a value, and no exception.
 */
package io.soabench.engine.bpel.xpath;
