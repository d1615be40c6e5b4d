/**
 * The analysis of a run: {@link io.soabench.analyzer.Analyzer} reads the files that a driver left, judges them and writes {@code
 * results.mv.db} and {@code export/}. The folder of the run is its only input, so an analysis can be repeated at any time, and it changes
 * none of the folder's own files. One thread. Missing files become sentences of the result; only a failure to write is an exception ({@link
 * java.io.UncheckedIOException}).
 */
package io.soabench.analyzer;
