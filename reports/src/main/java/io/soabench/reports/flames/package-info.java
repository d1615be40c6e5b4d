/**
 * Flame graphs of engines that were recorded: one HTML file with the frames of the view and a script that draws them.
 *
 * <p>All of it is used by one thread, with a connection of its own. A query that fails is thrown as {@link
 * java.sql.SQLException}; the renderer reports it and publishes nothing.
 */
package io.soabench.reports.flames;
