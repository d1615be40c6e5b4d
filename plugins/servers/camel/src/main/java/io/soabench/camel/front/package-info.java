/**
 * The program in which Apache Camel runs as a server under test, behind {@link io.soabench.front}. Each process has a Camel context of its own, with
 * two components: {@code client} for requests and answers, {@code partner} for calls.
 *
 * <p>Threads: a thread of the front runs a route until a step hands over to threads of Camel, for example a parallel multicast. The answer goes out at
 * the end of the route.
 */
package io.soabench.camel.front;
