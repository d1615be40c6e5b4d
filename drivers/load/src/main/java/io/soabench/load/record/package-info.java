/**
 * The writing of samples and of their sums by the load client. Threads that send requests hand samples over without a lock; one thread of its
 * own writes them. When the file cannot be written the replay is asked to stop, and everything written so far stays.
 */
package io.soabench.load.record;
