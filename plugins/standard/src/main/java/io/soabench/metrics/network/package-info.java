/**
 * Network traffic of a server from the kernel's own count of each TCP connection, asked through sock_diag(7); no privilege is
 * needed. {@code SocketDiag} speaks with the kernel, {@code DiagMessage} knows its format, {@code Connections} decides whose
 * a connection is, {@code NetworkMetrics} joins them. One thread observes; a thread of {@code ClosedSockets} only collects
 * what the kernel says of connections that end. What the kernel cannot tell is said to be unavailable.
 */
package io.soabench.metrics.network;
