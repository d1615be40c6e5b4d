/**
 * The page of a testbed before it is run: hosts, load and durations. The page needs neither a network nor a script.
 * The same model gives the same bytes. The classes have no state and may be used by any thread.
 */
package io.soabench.exposition;
