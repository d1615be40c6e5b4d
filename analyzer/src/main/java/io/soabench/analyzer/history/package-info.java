/**
 * How the results of one testbed change from run to run: change points in series of finished runs. Nothing here writes; one thread at a
 * time.
 */
package io.soabench.analyzer.history;
