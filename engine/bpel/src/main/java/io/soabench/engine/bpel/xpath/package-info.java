/**
 * XPath 1.0 as far as its text alone shows it: syntax, variables, function calls, simple shapes. Belongs here: all use
 * of the XPath parser. Nothing is evaluated. Values are immutable; a syntax error is a value, not an exception.
 */
package io.soabench.engine.bpel.xpath;
