/**
 * The cases of a model. A {@link io.soabench.generators.cases.CaseSet} has the servers, processes and traces of each case. The package also has
 * the checks that a case must pass, and the parts of the compiled testbed that follow from the cases: network, messages, packages. Only the
 * packages of processes are written here. Problems go to a {@link io.soabench.generators.reading.ProblemCollector}. All classes belong to the
 * one thread of a compilation.
 */
package io.soabench.generators.cases;
