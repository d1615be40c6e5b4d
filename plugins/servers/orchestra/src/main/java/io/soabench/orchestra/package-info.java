/**
 * OW2 Orchestra as a server type: data and the packaging of processes. Nothing here refers to Orchestra; the server is started
 * as a process of its own, see {@link io.soabench.orchestra.front}. Everything is immutable. A process that cannot be packaged
 * is an {@link java.io.IOException} that names the file.
 */
package io.soabench.orchestra;
