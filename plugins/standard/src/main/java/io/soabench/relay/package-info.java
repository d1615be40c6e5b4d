/**
 * A relay that emulates the latency between two hosts without privileges. It forwards the bytes of TCP connections,
 * each chunk after a latency of its own.
 *
 * <p>One thread reads and writes without blocking. Another thread wakes it when the next chunk is due; they share
 * nothing else. A failure of one connection ends that connection. A failure of the listening port ends the program.
 */
package io.soabench.relay;
