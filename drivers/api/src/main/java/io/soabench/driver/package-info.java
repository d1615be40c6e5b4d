/**
 * What a driver is, and what the repetitions of every driver have in common.
 *
 * <p>Each {@link io.soabench.driver.Driver} executes the {@link io.soabench.plugin.Lifecycle} of the servers, which is data, in
 * its own way. All records are immutable and may be shared between threads. A driver reports what goes wrong in the run record
 * and by {@link io.soabench.driver.Progress}; it throws {@link io.soabench.driver.RunRefused} only before anything was started.
 */
package io.soabench.driver;
