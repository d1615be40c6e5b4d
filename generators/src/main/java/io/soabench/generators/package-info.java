/**
 * From a testbed model to the compiled testbed (B10 §4.1 to 4.4; docs/references.md). {@link io.soabench.generators.TestbedCompiler} is the door;
 * EMF is used in this package only, its sub-packages know plain Java. A compilation belongs to one thread. Everything that is
 * wrong with a model is reported at once, in a {@link io.soabench.generators.CompilationRefused}.
 */
package io.soabench.generators;
