/**
 * The results of a run for programs that act on them, such as continuous integration: {@code verdicts.json}, {@code junit.xml}
 * and the files for Bencher and Otava (docs/reference/formats.md). One thread at a time; a file that cannot be written is an {@link java.io.UncheckedIOException}.
 */
package io.soabench.analyzer.outcome;
