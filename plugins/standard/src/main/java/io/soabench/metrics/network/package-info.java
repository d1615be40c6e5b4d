/**
 * Network traffic of a server from the kernel's own count of each TCP connection. The kernel is asked through
 * sock_diag(7), which needs no privilege.
 *
 * <p>{@code SocketDiag} exchanges messages with the kernel, and {@code DiagMessage} defines their format. {@code
 * ConnectionOwners} decides which server owns a connection. {@code NetworkMetrics} joins them. One thread observes. A thread
 * of {@code ClosedSockets} collects the kernel's reports on connections that end. A quantity that the kernel does not
 * count is reported as unavailable.
 */
package io.soabench.metrics.network;
