/**
 * From the folder of a run to its results: {@link io.soabench.analyzer.Analyzer} reads what a driver left, judges it and
 * writes {@code results.mv.db} and {@code export/}. Everything is computed from the folder alone, so that an analysis can be
 * repeated at any time, and the folder's own files are never changed. One thread; what is missing in the folder is a
 * sentence of the result, only a failure to write is an exception ({@link java.io.UncheckedIOException}).
 */
package io.soabench.analyzer;
