/**
 * Default instances of XML Schema types, and checks of values against their types. Belongs here: from a schema to one document that is valid
 * against it, and the types that a schema gives to texts; nothing of WSDL or SOAP. Instances of these classes belong to one thread. A type
 * without a finite or computable instance gives a {@link io.soabench.contracts.sample.NoInstanceException} with one sentence.
 */
package io.soabench.contracts.sample;
