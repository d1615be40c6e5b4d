/**
 * The program in which OW2 Orchestra runs as a server under test: Orchestra is a library that takes and gives messages as
 * documents, this package lets it take them from HTTP. {@link io.soabench.orchestra.front.OrchestraEngine} and what it builds
 * on are the only classes that speak to Orchestra; {@link io.soabench.orchestra.front.HttpDoor} and its handlers are the only ones
 * that speak HTTP.
 *
 * <p>Threads: one event loop reads and writes; a bounded pool holds the requests until Orchestra has answered; one thread
 * deploys. Orchestra has its own threads for jobs and for calls to partners. What cannot be served gets an HTTP status or a
 * SOAP fault that says why; nothing waits without a deadline.
 */
package io.soabench.orchestra.front;
