/**
 * An engine as a network of queues (B10, section 7): what a request takes of the processors, what it waits for elsewhere, and what follows for
 * loads that were not measured. Plain values, no threads, no files; whoever has too little to say something says why.
 */
package io.soabench.analyzer.queueing;
