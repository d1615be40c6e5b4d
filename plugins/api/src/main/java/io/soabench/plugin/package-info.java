/**
 * What the author of a plug-in sees: server types, metric sources and event types.
 *
 * <p>A {@link io.soabench.plugin.ServerType} declares the {@link io.soabench.plugin.Lifecycle} of a kind of server once, as
 * data with placeholders, and an {@link io.soabench.plugin.EventType} what is done to a server; every driver executes that data
 * in its own way. A {@link io.soabench.plugin.MetricSource} observes a server from outside. All are found by {@link
 * java.util.ServiceLoader}; a class path with wrong plug-ins is refused as a whole, with all reasons ({@link
 * io.soabench.plugin.PluginsRefused}). All records are immutable and may be shared between threads.
 *
 * <p>The page {@code docs/references.md} explains the short names of papers, such as "B10".
 */
package io.soabench.plugin;
