/**
 * Queueing models of engines (B10, section 7): the processor demand of a request, its waits elsewhere, and predictions for loads that were
 * not measured. Plain values, no threads, no files. A model without enough data names the reason.
 */
package io.soabench.analyzer.queueing;
