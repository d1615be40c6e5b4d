/**
 * The entry point of the BPEL library: a process definition, loaded with all documents that it refers to. Belongs here:
 * loading. The steps are in the packages below: {@code syntax} reads a process, {@code analysis} checks it,
 * {@code model} looks up its names.
 *
 * <p>Use: the engine, the testbed language and the generators load a {@link io.soabench.engine.bpel.ProcessDefinition}
 * and read its model.
 *
 * <p>Threading: one thread loads a definition; a loaded definition is immutable. Failure: each mistake in the documents
 * is a {@link io.soabench.contracts.source.Problem}; loading throws nothing because of a document.
 */
package io.soabench.engine.bpel;
