/**
 * A process with all references looked up and everything numbered. An engine compiles this form. Belongs here: the
 * records and the binding of names that makes them. Records are immutable and thread-safe; there is no model of a
 * process with problems.
 */
package io.soabench.engine.bpel.model;
