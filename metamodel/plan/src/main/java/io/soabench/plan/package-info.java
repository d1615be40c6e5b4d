/**
 * The contract between the stages of SOABench as plain records: the input of drivers ({@link io.soabench.plan.Plan})
 * and their output ({@link io.soabench.plan.RunRecord}, {@link io.soabench.plan.RepetitionRecord},
 * {@link io.soabench.plan.LoadRecord}). All records are immutable and safe to share between threads; JSON is read and
 * written by {@link io.soabench.plan.Json} only. Failures to read a file are {@link java.io.UncheckedIOException}s that
 * name it.
 */
package io.soabench.plan;
