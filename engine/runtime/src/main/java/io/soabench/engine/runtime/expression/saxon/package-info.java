/**
 * Expressions of XPath 2.0 and XQuery, and style sheets, evaluated by Saxon.
 *
 * <p>Belongs here: the configuration of Saxon, its functions, copies of message data as Saxon's trees. Threading:
 * compiled expressions are shared; trees belong to one evaluation. Failure: as for all expressions.
 */
package io.soabench.engine.runtime.expression.saxon;
