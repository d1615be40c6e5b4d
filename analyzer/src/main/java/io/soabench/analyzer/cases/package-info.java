/**
 * The judgement of cases over their repetitions: means, objectives, held loads, and comparisons of two cases. Nothing here reads or writes
 * files. One thread at a time; results are immutable. The package uses {@code repetition} but not {@code answers}.
 */
package io.soabench.analyzer.cases;
