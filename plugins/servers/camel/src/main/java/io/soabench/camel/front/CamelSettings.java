package io.soabench.camel.front;

/**
 * The settings of an engine. Each other setting has the value with which Camel was released.
 *
 * @param threads of each parallel multicast or split; 0: Camel's own
 * @param virtualThreads whether Camel's threads are virtual
 * @param partnerConnections to one partner at a time
 * @param partnerTimeoutMs for a connection, and for each wait for an answer
 */
record CamelSettings(int threads, boolean virtualThreads, int partnerConnections, long partnerTimeoutMs) {}
