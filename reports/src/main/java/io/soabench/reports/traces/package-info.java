/**
 * Single requests of a run as traces in the JSON form of OTLP, for viewers of traces. It reads views only, and writes
 * one file.
 *
 * <p>Used by one thread. After an error of the database or the file, no file is left.
 */
package io.soabench.reports.traces;
