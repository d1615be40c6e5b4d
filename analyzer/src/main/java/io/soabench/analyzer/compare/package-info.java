/** The comparison of several runs: their differences, and the cases that may be compared. Nothing here writes files; one thread at a time. */
package io.soabench.analyzer.compare;
