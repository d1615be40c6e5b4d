/**
 * The testbed language: {@link io.soabench.dsl.TestbedReader} reads, checks, formats and explains model files.
 *
 * <p>One reader may be used by one thread at a time; readers share nothing but the immutable registries of EMF. A user's mistake
 * becomes an {@link io.soabench.model.issue.Issue}; only failing I/O on the root file throws.
 */
package io.soabench.dsl;
