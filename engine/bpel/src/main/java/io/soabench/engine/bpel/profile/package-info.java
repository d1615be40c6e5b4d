/**
 * Which partner calls a process prescribes, and how long an engine without any cost of its own would take. Belongs here:
 * what can be derived from the model without running it. Values are immutable; what cannot be known is said to be
 * unknown, never guessed.
 */
package io.soabench.engine.bpel.profile;
