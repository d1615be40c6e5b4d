/**
 * WS-BPEL 2.0 as written: one record for each element, with places and namespaces, names not yet looked up. Belongs here:
 * the records and the reader that makes them. Records are immutable and thread-safe. A document that breaks the grammar
 * yields {@link io.soabench.contracts.source.Problem}s and, as far as it can be understood, records.
 */
package io.soabench.engine.bpel.syntax;
