/** What the engine hands from thread to thread by classes of its own, under jcstress. Started by hand. */
package io.soabench.engine.stress;
