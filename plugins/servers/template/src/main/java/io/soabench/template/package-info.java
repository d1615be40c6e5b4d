/**
 * A server type to be copied: the smallest one that puts a third-party engine under test. {@code
 * plugins/servers/README.md} gives the steps. All classes are immutable. A process that cannot be packaged causes an
 * {@link java.io.IOException} whose message is for the user.
 */
package io.soabench.template;
