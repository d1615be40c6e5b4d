/**
 * The H2 databases of results: schema, views, their dictionary, and the CSV export of the views. A database is always written anew as a
 * whole and put in place at once. One thread; failures are {@link java.io.UncheckedIOException}s that name the file.
 */
package io.soabench.analyzer.database;
