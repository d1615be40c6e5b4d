/**
 * The validity of values.
 *
 * <p>Belongs here: the schemas of a process, compiled for the types of its variables, and the equality of values.
 * Threading: everything is immutable and thread-safe once compiled. Failure: a schema that cannot be compiled is an
 * exception with the reason; an invalid value is a sentence. Nothing outside of the given texts is read.
 */
package io.soabench.engine.runtime.schema;
