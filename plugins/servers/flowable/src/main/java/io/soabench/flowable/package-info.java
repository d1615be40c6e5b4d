/**
 * Flowable as a server type: packages, start, deployment, stop. The tool loads only this package; the engine and its front run in a process of
 * their own.
 */
package io.soabench.flowable;
