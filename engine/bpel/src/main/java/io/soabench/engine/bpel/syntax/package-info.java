/**
 * The syntax of WS-BPEL 2.0: a process as written, with one record for each element. Records have places and
 * namespaces; their names are not looked up yet. Belongs here: the records, the grammar, and the reader that makes the
 * records.
 *
 * <p>Use: the static analysis and the model read the records.
 *
 * <p>Threading: records are immutable and thread-safe; one thread reads a document. Failure: a document that breaks the
 * grammar yields {@link io.soabench.contracts.source.Problem}s and, as far as it can be understood, records.
 */
package io.soabench.engine.bpel.syntax;
