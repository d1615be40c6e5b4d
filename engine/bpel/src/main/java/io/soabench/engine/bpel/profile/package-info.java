/**
 * The partner calls that a process prescribes, and the response time of an engine without any cost of its own.
 *
 * <p>Belongs here: facts that follow from the model without running it. Values are immutable; an unknown fact is marked as
 * unknown and never guessed.
 */
package io.soabench.engine.bpel.profile;
