/**
 * Single requests of a run as traces in the JSON form of OTLP, for viewers of traces. It reads views only, and writes one file.
 *
 * <p>Used by one thread. Errors of the database or the file end the file.
 */
package io.soabench.reports.traces;
