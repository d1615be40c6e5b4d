/**
 * The model of a process: all references are looked up, and everything has a number. An engine compiles this form.
 * Belongs here: the records, and the look-up of names that makes them. A model stores no text of expressions in another
 * form than written.
 *
 * <p>Use: the compiler of the engine, the profile of calls and the generators read the records; only
 * {@link io.soabench.engine.bpel.model.ProcessBinding} makes them.
 *
 * <p>Threading: records are immutable and thread-safe; one thread makes a model. Failure: a name that is not found is a
 * problem, and a process with problems has no model.
 */
package io.soabench.engine.bpel.model;
