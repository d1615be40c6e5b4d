/**
 * Pre-simulation of clients (B10 §4.3). Belongs here: the times of requests, not their content. Everything is written as it is drawn, so that
 * memory does not grow with the length of a trace. Plans may be shared between threads. I/O failures are {@link java.io.IOException}s.
 */
package io.soabench.generators.workload;
