/** The event type {@code kill}. The package holds data only: no state and no thread. The driver reports failures. */
package io.soabench.events.kill;
