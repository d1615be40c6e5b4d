/**
 * A server type to be copied: all that it takes to put an engine of somebody else under test, and nothing more. How to do it
 * step by step is in {@code plugins/servers/README.md}. Everything is immutable. A process that cannot be packaged is an
 * {@link java.io.IOException} whose message is for the user.
 */
package io.soabench.template;
