/**
 * Searches for the greatest load at which objectives are met, and for the best configuration of a server (B10, section 7): the next trial,
 * the result of a trial, and the final answer. Nothing here starts a program.
 */
package io.soabench.analyzer.explore;
