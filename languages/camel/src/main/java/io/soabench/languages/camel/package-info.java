/**
 * Reads files of Apache Camel's YAML DSL as realisations of a contract: routes, their steps, calls of partners, and the
 * answer to the client. Nothing is executed. Of Camel, only the schema of its DSL and the descriptions of components are needed, which the jar has.
 *
 * <p>A document is immutable. Reading never fails because of the content of a file; each problem has a code, a place
 * and a sentence.
 */
package io.soabench.languages.camel;
