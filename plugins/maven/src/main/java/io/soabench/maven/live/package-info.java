/**
 * The live page of a run: a small web server on this machine that shows the progress of a run while it lasts.
 * {@link LivePage} is the only class for the goals.
 *
 * <p>Threads of the run only put a change into a bounded queue. One thread of the page applies the changes, and each
 * reader of the page has a bounded queue and a thread of its own.
 *
 * <p>Nothing here can fail or delay a run. After its first failure a page is off, which one note reports. A reader that
 * is slow or gone is dropped.
 */
package io.soabench.maven.live;
