/**
 * Apache Camel as a server type: packages, start, deployment, stop. The tool loads only this package; Camel and its front run in a process of their
 * own.
 */
package io.soabench.camel;
