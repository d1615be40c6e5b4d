/** Tests of the engine's own classes for handing data from thread to thread, under jcstress. Started by hand. */
package io.soabench.engine.stress;
