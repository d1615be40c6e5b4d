/**
 * The H2 database of a run: schema, views, their dictionary, and the CSV export of the views. The database is a product: it
 * is written anew as a whole and put in place at once. One thread; failures are {@link java.io.UncheckedIOException}s that
 * name the file.
 */
package io.soabench.analyzer.database;
