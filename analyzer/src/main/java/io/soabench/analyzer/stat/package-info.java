/**
 * Statistics of response times and of repetitions, after Georges, Buytaert and Eeckhout, "Statistically rigorous Java performance
 * evaluation" (OOPSLA 2007): repetitions, not requests, are the independent unit. Pure functions and immutable values; wrong arguments are
 * {@link java.lang.IllegalArgumentException}s. Nothing here depends on files or databases.
 */
package io.soabench.analyzer.stat;
