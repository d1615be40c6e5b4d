/**
 * Mocked service instances (B10 §4.1). Belongs here: pre-simulated behaviours, default answers, their folders. I/O
 * failures are {@link java.io.IOException}s; a mistake in a model becomes a sentence.
 */
package io.soabench.generators.mocks;
