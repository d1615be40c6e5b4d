/**
 * Shows a testbed on one page before it is run: where everything is, what is loaded and how, for how long. Pages need no network and no
 * script, and are the same bytes for the same model. Without state; for any thread.
 */
package io.soabench.exposition;
