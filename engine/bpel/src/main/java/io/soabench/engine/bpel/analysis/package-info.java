/**
 * The static analysis of WS-BPEL 2.0, appendix B, as far as it concerns the text of a process; rules about names and
 * types are checked at their look-up, in {@code model}. Belongs here: one small check for each rule, all listed in
 * {@link io.soabench.engine.bpel.analysis.StaticAnalysis}. Checks keep no state; findings are problems.
 */
package io.soabench.engine.bpel.analysis;
