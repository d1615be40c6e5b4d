/**
 * The repair of texts that the parser cannot follow: one sentence for each cause, and the probable intention. The
 * rules of the language check the repaired text. So a syntax error neither hides another mistake nor causes further
 * ones.
 */
package io.soabench.dsl.repair;
