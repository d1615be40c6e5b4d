/**
 * WSDL 1.1 with XML Schema and WS-BPEL's extensions of WSDL: partner link types, properties, property aliases. Belongs
 * here: reading these documents into plain records. Records are immutable and thread-safe; loading is for one thread. A
 * mistake in a document becomes a {@link io.soabench.contracts.source.Problem}.
 */
package io.soabench.contracts.wsdl;
