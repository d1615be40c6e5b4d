/**
 * Random numbers that depend on the seed and a name only, and the distributions of the language. Belongs here: streams
 * and sampling; not what is sampled for. Streams and distributions may be shared, a sampler belongs to one thread. Wrong
 * parameters are {@link java.lang.IllegalArgumentException}s with one sentence.
 */
package io.soabench.generators.random;
