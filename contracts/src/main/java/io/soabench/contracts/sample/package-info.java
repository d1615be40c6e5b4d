/**
 * Default instances of XML Schema types, and whether values are of their types. Belongs here: from a schema to one document that is valid
 * against it, and what a schema says of the text at a place; nothing of WSDL or SOAP. Instances of these classes belong to one thread. A type without a finite or computable instance gives a
 * {@link io.soabench.contracts.sample.NoInstanceException} with one sentence.
 */
package io.soabench.contracts.sample;
