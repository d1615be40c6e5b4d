/**
 * The static analysis of WS-BPEL 2.0, appendix B, for rules that concern the text of a process. Rules about names and
 * types are checked in {@code model}, where names are looked up. Belongs here: one small check for each rule;
 * {@link io.soabench.engine.bpel.analysis.StaticAnalysis} lists all of them.
 *
 * <p>Use: only the loading of a definition runs the analysis. Threading: checks have no state; the input of an analysis
 * belongs to one thread. Failure: each violation is a problem with the number of its rule.
 */
package io.soabench.engine.bpel.analysis;
