/**
 * The archive of the engine's classes, with which an engine starts sooner (class data sharing, JEP 310). It is made
 * once for a virtual machine and the engine's jars. Belongs here: making and testing an archive, and the check whether
 * a virtual machine uses one. An archive is made or used only on request.
 *
 * <p>Use: the command line of the engine.
 *
 * <p>Threading: one thread makes an archive; other virtual machines do the work, one after the other. Failure: a
 * sentence with the step that failed; an existing file stays unchanged.
 */
package io.soabench.engine.server.archive;
