/**
 * The admin interface: JSON over HTTP on a port of its own, loopback only.
 *
 * <p>Threading: connections belong to one event loop, deployments run on a thread of their own, one after the other. Failure: every
 * refusal is a status with a JSON sentence; an error of the engine is a 500.
 */
package io.soabench.engine.server.admin;
