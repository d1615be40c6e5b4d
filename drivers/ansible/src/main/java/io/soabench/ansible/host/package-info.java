/**
 * The driver's end of a connection to a host: an SSH session to the host's agent. A session that breaks is opened again; nothing is lost by
 * that, and nothing done twice.
 *
 * <p>Each connection has threads of its own; it may be used by many.
 */
package io.soabench.ansible.host;
