/**
 * Judges what a run left: the validity of each repetition, its ledger, the causes of its failures, the engine's overhead,
 * objectives, and comparisons of cases. Nothing here reads or writes files. One thread at a time; results are not changed
 * after they were made.
 */
package io.soabench.analyzer.judge;
