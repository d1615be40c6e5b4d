/**
 * The cases of a model: a {@link io.soabench.generators.cases.CaseSet} with the servers, processes and traces of each, the checks that a case
 * must pass, and the parts of the compiled testbed that follow from the cases: network, messages, packages. Nothing is written but packages,
 * at the very end. Everything that is wrong goes to a {@link io.soabench.generators.reading.ProblemCollector}. Belongs to one thread.
 */
package io.soabench.generators.cases;
