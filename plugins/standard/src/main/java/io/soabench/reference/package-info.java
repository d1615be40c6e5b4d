/**
 * The reference engine as a server type: data and the packaging of processes. The package does not depend on the
 * engine's code; drivers start the engine as a process of its own. All classes are immutable. A process that cannot be
 * packaged causes an {@link java.io.IOException} that names the file.
 */
package io.soabench.reference;
