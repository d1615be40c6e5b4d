/**
 * From the model of a process to the program that runs.
 *
 * <p>Belongs here: layout of slots, compilation of expressions, construction of processors, how messages lie in SOAP bodies.
 * {@link io.soabench.engine.runtime.compile.ActivityCompiler} hands each kind of activity to what compiles that chapter of the
 * standard; what several kinds have is in {@link io.soabench.engine.runtime.compile.Compilation}. Threading: a compiler belongs to
 * one thread; what it makes is immutable. Failure: what this engine does not do and what is no XPath is reported completely, as
 * problems with places, by {@link io.soabench.engine.runtime.compile.UncompilableProcessException}.
 */
package io.soabench.engine.runtime.compile;
