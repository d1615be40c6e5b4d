/**
 * The reference engine as a server type: data and the packaging of processes. Nothing here depends on the engine's code; the
 * engine is started as a process of its own. Everything is immutable. A process that cannot be packaged is an {@link
 * java.io.IOException} that names the file.
 */
package io.soabench.reference;
