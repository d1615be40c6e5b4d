/**
 * The interface for plug-ins: server types, metric sources and event types.
 *
 * <p>A {@link io.soabench.plugin.ServerType} declares the {@link io.soabench.plugin.Lifecycle} of a kind of server
 * once, as data with placeholders. An {@link io.soabench.plugin.EventType} declares actions on a server in the same
 * way. Every driver executes that data by its own means. A {@link io.soabench.plugin.MetricSource} observes a server
 * from outside.
 *
 * <p>{@link java.util.ServiceLoader} finds all plug-ins. A class path with a wrong plug-in is refused as a whole, with
 * all reasons ({@link io.soabench.plugin.PluginsRefused}). All records are immutable and may be shared between threads.
 *
 * <p>The page {@code docs/references.md} explains the short names of papers, such as "B10".
 */
package io.soabench.plugin;
