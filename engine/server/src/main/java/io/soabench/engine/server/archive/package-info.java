/**
 * An archive of the engine's classes, made once for a virtual machine and the engine's jars, with which the engine
 * starts sooner (class data sharing, JEP 310). Belongs here: making and testing an archive, and the question whether a
 * virtual machine runs with one. No archive is ever made or used unasked.
 *
 * <p>Threading: one thread makes an archive; other virtual machines do the work, one after the other. Failure: a sentence with the step that failed; an existing file stays unchanged.
 */
package io.soabench.engine.server.archive;
