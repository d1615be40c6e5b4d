/**
 * Random numbers that depend on the seed and a name only. Belongs here: streams; not what is sampled for. Streams may be shared,
 * a stream belongs to one thread.
 */
package io.soabench.generators.random;
