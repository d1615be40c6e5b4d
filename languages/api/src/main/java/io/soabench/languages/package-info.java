/**
 * The common view of process files in all languages that engines run: problems, calls of partners, and the comparison
 * with the contract of the process. Each language is a module of its own.
 *
 * <p>All types are immutable. Reading never fails because of the content of a file; each problem has a code, a place
 * and a sentence.
 */
package io.soabench.languages;
