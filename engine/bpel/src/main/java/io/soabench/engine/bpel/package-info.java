/**
 * The entry point: a process definition loaded with everything that it refers to. Loading is for one thread, a loaded
 * definition is immutable. Every mistake in the documents becomes a {@link io.soabench.contracts.source.Problem}.
 */
package io.soabench.engine.bpel;
