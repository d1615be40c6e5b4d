/**
 * Random numbers that depend on the seed and a name only. The streams belong here; their uses do not. A
 * {@code RandomStreams} may be shared between threads; a single stream belongs to one thread.
 */
package io.soabench.generators.random;
