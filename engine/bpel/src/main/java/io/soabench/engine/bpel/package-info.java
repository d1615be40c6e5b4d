/**
 * The door: a process definition loaded with everything it refers to. Loading is for one thread, what is loaded is
 * immutable. Whatever is wrong in the documents becomes a {@link io.soabench.contracts.source.Problem}.
 */
package io.soabench.engine.bpel;
