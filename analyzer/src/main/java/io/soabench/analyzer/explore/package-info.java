/**
 * Searches for the greatest load at which objectives are still met, or for the best configuration of a server (B10, section 7): what to try
 * next, what a trial tells, and what is known after all of them. Nothing here starts anything.
 */
package io.soabench.analyzer.explore;
