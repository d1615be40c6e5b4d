/**
 * The partner calls that a process prescribes, and the response time of an engine without any cost of its own. Belongs
 * here: facts that follow from the model without running it.
 *
 * <p>Use: {@link io.soabench.engine.bpel.ProcessDefinition#profile} returns the profile of a process; the generators
 * and the starter of the testbed language use it.
 *
 * <p>Threading: values are immutable. Failure: an unknown fact is marked as unknown and never guessed.
 */
package io.soabench.engine.bpel.profile;
