/**
 * What the load client writes: samples, and what they add up to. Threads that send requests hand samples over without a
 * lock; one thread of its own writes them. When the file cannot be written the replay is told to stop and what was written
 * so far stays.
 */
package io.soabench.load.record;
