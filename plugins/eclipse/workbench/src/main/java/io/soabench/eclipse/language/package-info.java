/**
 * The language server in the workbench's own JVM. Everything that is asked of it goes through one thread, so that a question comes
 * after the keys that were typed before it; answers are futures.
 */
package io.soabench.eclipse.language;
