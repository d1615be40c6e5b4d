/**
 * The kernel, which runs the instances of compiled processes.
 *
 * <p>Belongs here: instances, their frames and scopes, links, faults on their way to a handler, routing of messages,
 * and counters. The contracts with the stages before the kernel (messages, replies) and behind it (partner calls) are
 * here, too. Does not belong here: the behaviour of each kind of activity ({@code activity}), threads ({@code
 * scheduling}), the disk ({@code durable}, {@code journal}).
 *
 * <p>Terms: a <i>frame</i> is one execution of an activity, and a <i>scope</i> holds the variables of one execution of
 * a scope in its <i>slots</i>. A <i>step</i> begins an activity or reports its end. A <i>turn</i> is a series of steps
 * of one instance on one thread, the <i>owner</i> of the instance. A <i>worker</i> gives turns to instances.
 *
 * <p>Users: {@code compile} creates programs; {@code server} starts instances and implements the contracts; {@code
 * scheduling} implements {@link io.soabench.engine.runtime.kernel.Worker}.
 *
 * <p>Threading: only its owner touches an {@link io.soabench.engine.runtime.kernel.Instance} and its parts. Compiled
 * objects are immutable. {@link io.soabench.engine.runtime.kernel.Kernel} and {@link
 * io.soabench.engine.runtime.kernel.Deployment} are thread-safe.
 *
 * <p>Failure: BPEL faults are values that travel to their scope. A Java exception ends the instance, is counted, and is
 * reported to the error handler of the kernel.
 */
package io.soabench.engine.runtime.kernel;
