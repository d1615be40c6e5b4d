/**
 * Tests of the engine's own classes for handing data from thread to thread, under jcstress. Each test has two actors,
 * since jcstress leaves out tests with more actors than processors.
 */
package io.soabench.engine.stress;
