/**
 * A relay emulates the latency between two hosts without privileges: it passes the bytes of TCP connections on, each chunk after a
 * latency of its own. One thread reads and writes without blocking, another one wakes it when the next chunk is due; nothing else
 * is shared. A problem of one connection ends that connection; what keeps the relay from listening ends the program.
 */
package io.soabench.relay;
