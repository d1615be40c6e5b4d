/**
 * The judgement of single repetitions: validity, ledger, causes of failures, overhead, statistics, and the series of charts. Nothing here reads
 * or writes files. One thread at a time; results are immutable. The package uses neither {@code cases} nor {@code answers}.
 */
package io.soabench.analyzer.repetition;
