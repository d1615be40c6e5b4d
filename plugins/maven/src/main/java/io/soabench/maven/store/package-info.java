/**
 * The store of finished runs: a folder that keeps each run with checksums and has an index for people and programs. A
 * web server can serve it as it is. {@link RunBundle} makes one file of a run and its model, and {@link BundleContent}
 * reads it. Goals call these classes, with {@link RunStore} for the folder.
 *
 * <p>Used by one thread. Ctrl-C is the exception: it removes an unfinished copy on a thread of its own.
 *
 * <p>A run is in the store as a whole or not at all, and is never changed there. A refusal is one sentence.
 */
package io.soabench.maven.store;
