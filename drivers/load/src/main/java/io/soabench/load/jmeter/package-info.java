/**
 * JMeter as the runtime: its home, and the elements of the tree that it executes. Elements are
 * made once and cloned by JMeter for each thread; what threads share is behind {@link io.soabench.load.replay.Replay}.
 */
package io.soabench.load.jmeter;
