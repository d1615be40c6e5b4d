/**
 * The compiler of testbed models (B10 §4.1 to 4.4; docs/references.md). {@link io.soabench.generators.TestbedCompiler} is its entry point.
 * {@link io.soabench.generators.ModelCompilation} has the steps: a model is read ({@code reading}), its cases are checked ({@code cases}), and
 * the result is written. A compilation belongs to one thread. Everything that is wrong with a model is reported at once, in a {@link
 * io.soabench.generators.CompilationRefused}.
 */
package io.soabench.generators;
