/** The event type {@code pause}. Holds data only: no state, no thread; what fails is told by the driver. */
package io.soabench.events.pause;
