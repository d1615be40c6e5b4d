/**
 * The admin interface: JSON over HTTP on a port of its own, loopback only.
 *
 * <p>Threading: requests are handled one at a time on the interface's own thread. Failure: every refusal is a status with a JSON
 * sentence.
 */
package io.soabench.engine.server.admin;
