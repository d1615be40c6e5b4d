/**
 * The driver's end of what is said to a host: an SSH session to the host's agent, which may break and is taken up again; nothing is lost
 * by that, and nothing done twice.
 *
 * <p>Each connection has threads of its own; it may be used by many.
 */
package io.soabench.ansible.host;
