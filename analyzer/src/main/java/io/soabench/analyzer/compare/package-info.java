/**
 * What several runs have in common, and in what they differ: which may be compared, case by case, and which may not. Nothing here
 * writes; one thread at a time.
 */
package io.soabench.analyzer.compare;
