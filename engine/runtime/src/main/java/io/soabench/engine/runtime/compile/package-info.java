/**
 * The compiler from the model of a process to the program that runs.
 *
 * <p>Belongs here: layout of slots, compilation of expressions, construction of processors, the layout of messages in SOAP bodies.
 * {@link io.soabench.engine.runtime.compile.ActivityCompiler} hands each kind of activity to the compiler of its chapter of the standard; the common part is in {@link io.soabench.engine.runtime.compile.ProcessCompilation}. Threading: a compiler belongs to
 * one thread; its programs are immutable. Failure: features without support and wrong expressions are reported completely, as
 * problems with places, by {@link io.soabench.engine.runtime.compile.UncompilableProcessException}.
 */
package io.soabench.engine.runtime.compile;
