/**
 * Mocked service instances (B10 §4.1). Belongs here: pre-simulated behaviours, default answers, their folders. I/O
 * failures are {@link java.io.IOException}s; what a model has wrong becomes a sentence.
 */
package io.soabench.generators.mocks;
