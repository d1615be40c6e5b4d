/**
 * Simulated runs whose truth is known: how often the analysis concludes what is not so. Each holds over three seeds together in the build; with
 * {@code -Dsoabench.simulation.runs=10000} each draws as many runs.
 */
package io.soabench.analyzer.simulation;
