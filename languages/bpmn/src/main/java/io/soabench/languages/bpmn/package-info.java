/**
 * Reads BPMN 2.0 files as realisations of a contract: the process, its service tasks, and how each of them calls.
 * Nothing is executed and nothing of an engine is needed.
 *
 * <p>A document is immutable. Reading never fails because of the content of a file; each problem has a code, a place
 * and a sentence.
 */
package io.soabench.languages.bpmn;
