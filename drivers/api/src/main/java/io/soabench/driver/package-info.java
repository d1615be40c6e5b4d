/**
 * What a driver is and what a server type is.
 *
 * <p>A {@link io.soabench.driver.ServerType} declares the {@link io.soabench.driver.Lifecycle} of a kind of server once, as
 * data with placeholders; each {@link io.soabench.driver.Driver} executes that data in its own way. All records are
 * immutable and may be shared between threads. A driver reports what goes wrong in the run record and by {@link
 * io.soabench.driver.Progress}; it throws {@link io.soabench.driver.RunRefused} only before anything was started.
 */
package io.soabench.driver;
