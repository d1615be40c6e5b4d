/**
 * Changes of the results of one testbed from run to run: change points in series of finished runs. Nothing here writes files; one thread at
 * a time.
 */
package io.soabench.analyzer.history;
