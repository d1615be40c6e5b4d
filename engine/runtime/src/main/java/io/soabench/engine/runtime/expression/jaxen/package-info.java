/**
 * Expressions of XPath 1.0 that jaxen parses and evaluates.
 *
 * <p>Belongs here: parsing, the axes of message data, and replacements of jaxen's operations that deviate from
 * XPath 1.0. Threading: compiled expressions are shared. Failure: as for all expressions.
 */
package io.soabench.engine.runtime.expression.jaxen;
