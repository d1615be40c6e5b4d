/**
 * The interactive results of a run: one HTML file with the data of the views, charts that a reader filters and zooms,
 * and waterfalls of single requests. The reading of the database belongs here. The drawing is in the scripts beside
 * this package's classes.
 *
 * <p>All of it is used by one thread, with a connection of its own. A query that fails is thrown as
 * {@link java.sql.SQLException}; the renderer reports it and publishes nothing.
 */
package io.soabench.reports.interactive;
