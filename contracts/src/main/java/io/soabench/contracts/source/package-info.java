/**
 * Source documents: places, problems and a small immutable XML tree that knows where each element stands. Belongs here:
 * what is needed to read any XML document safely. Values are immutable; the collectors are for one thread. Malformed
 * input becomes a {@link io.soabench.contracts.source.Problem}, never an exception.
 */
package io.soabench.contracts.source;
