/**
 * The driver's end of a connection to a host: an SSH session to the host's agent. A session that breaks is opened
 * again. No order and no output is lost, and no order is executed twice.
 *
 * <p>Each connection has threads of its own; it may be used by many.
 */
package io.soabench.ansible.host;
