/**
 * Reads files of Apache Camel's YAML DSL as realisations of a contract: routes, their steps, calls of partners, and the answer to the client. Nothing
 * is executed and nothing of Camel is needed.
 *
 * <p>A document is immutable. Reading throws nothing for what a file contains; each problem has a code, a place and a sentence.
 */
package io.soabench.languages.camel;
