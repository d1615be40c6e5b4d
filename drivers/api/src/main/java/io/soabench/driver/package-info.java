/**
 * The interface of drivers, and the common parts of all drivers' repetitions.
 *
 * <p>Each {@link io.soabench.driver.Driver} executes the {@link io.soabench.plugin.Lifecycle} of the servers, which is
 * data, in its own way. All records are immutable and may be shared between threads. A driver reports what goes wrong
 * in the run record and by {@link io.soabench.driver.Progress}; it throws {@link io.soabench.driver.RunRefused} only
 * before anything was started.
 */
package io.soabench.driver;
