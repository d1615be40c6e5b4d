/**
 * What is wrong with a text that the parser cannot follow, one sentence for each cause, and the text as it was probably meant: the rules of
 * the language are then asked about that, so that a syntax error neither hides another mistake nor draws others after it.
 */
package io.soabench.dsl.repair;
