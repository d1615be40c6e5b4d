package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The events that reach an instance from outside. All of them arrive by {@link Instance#handle}.
 *
 * <p>Threading: events are immutable, and any thread creates them. The owner of the instance applies them.
 */
public sealed interface Event {
    /**
     * Applies the event to an instance. Only {@link Instance} calls it, on the thread of the owner.
     *
     * @param instance the instance that receives the event
     */
    void reach(Instance instance);

    /** Returns the record of the event at a moment; null when the event changes nothing in the instance. */
    default InstanceRecord record(Instance instance, InstanceRecord.Moment at) {
        return null;
    }

    /** The start of the instance. */
    enum Start implements Event {
        /** The only value, because a start has no data. */
        NOW;

        @Override
        public void reach(Instance instance) {
            instance.begin();
        }

        @Override
        public InstanceRecord record(Instance instance, InstanceRecord.Moment at) {
            return new InstanceRecord.Started(at, instance.pendingMessages().start());
        }
    }

    /**
     * The arrival of a message that was routed to the instance by its correlation values.
     *
     * @param message the message
     */
    record Message(InboundMessage message) implements Event {
        @Override
        public void reach(Instance instance) {
            instance.deliver(message, null);
        }

        @Override
        public InstanceRecord record(Instance instance, InstanceRecord.Moment at) {
            return new InstanceRecord.Message(at, message, 0);
        }
    }

    /**
     * The arrival of a message without correlation values. It was routed to this instance because one of its receives
     * has waited longest.
     *
     * @param message the message
     * @param place the place of that receive in the waiting line, which the message has taken; given back unless the
     *     receive gets the message
     */
    record UncorrelatedMessage(InboundMessage message, WaitingLine.Place place) implements Event {
        @Override
        public void reach(Instance instance) {
            try {
                instance.deliver(message, place);
            } finally {
                place.giveBack();
            }
        }

        @Override
        public InstanceRecord record(Instance instance, InstanceRecord.Moment at) {
            return new InstanceRecord.Message(
                    at, message, instance.pendingReceives().number(place));
        }
    }

    /**
     * The answer of a partner.
     *
     * @param frame the frame that has made the call
     * @param parts the parts of the output message; empty for a one-way call that was accepted
     * @param bytes the bytes that are reserved at the kernel for the answer
     */
    record CallAnswered(Frame frame, List<Element> parts, long bytes) implements Event {
        @Override
        public void reach(Instance instance) {
            if (instance.takeOverBytes(bytes)) {
                frame.answered(parts);
            }
        }

        @Override
        public InstanceRecord record(Instance instance, InstanceRecord.Moment at) {
            return new InstanceRecord.Answered(at, frame.address(), parts);
        }
    }

    /**
     * The failure of a partner call: the partner has answered with a fault, or could not be reached.
     *
     * @param frame the frame that has made the call
     * @param fault the fault that the call ends with
     * @param bytes the bytes that are reserved at the kernel for the data of the fault
     */
    record CallFailed(Frame frame, Fault fault, long bytes) implements Event {
        @Override
        public void reach(Instance instance) {
            if (instance.takeOverBytes(bytes)) {
                frame.failed(fault);
            }
        }

        @Override
        public InstanceRecord record(Instance instance, InstanceRecord.Moment at) {
            return new InstanceRecord.Failed(at, frame.address(), fault);
        }
    }

    /**
     * The time of an alarm has come. The alarm may have been cancelled in between.
     *
     * @param alarm the alarm
     */
    record AlarmDue(InstanceAlarm alarm) implements Event {
        @Override
        public void reach(Instance instance) {
            alarm.ring();
        }

        @Override
        public InstanceRecord record(Instance instance, InstanceRecord.Moment at) {
            return alarm.isDue() ? new InstanceRecord.Rang(at, alarm.id()) : null;
        }
    }

    /**
     * A report that an answer of the instance has reached the address that its request has named. It has no effect in
     * the instance.
     *
     * @param reply its number among the replies of the instance, from 1 on
     */
    record ReplyPosted(int reply) implements Event {
        @Override
        public void reach(Instance instance) {
            // The record of it keeps a recovery from posting the answer again.
        }

        @Override
        public InstanceRecord record(Instance instance, InstanceRecord.Moment at) {
            return new InstanceRecord.Posted(at, reply);
        }
    }

    /**
     * A command of the administrator that ends the instance.
     *
     * @param done completed with whether the instance was still running
     */
    record Terminate(CompletableFuture<Boolean> done) implements Event {
        @Override
        public void reach(Instance instance) {
            instance.terminate(done);
        }

        @Override
        public InstanceRecord record(Instance instance, InstanceRecord.Moment at) {
            return new InstanceRecord.Terminated(at);
        }
    }

    /**
     * The recovery of the instance from its records.
     *
     * @param records all records of the instance, in their order
     * @param done completed with the result of the recovery, or with the error that has ended the instance
     */
    record Recover(List<InstanceRecord> records, CompletableFuture<RecoveryResult> done) implements Event {
        @Override
        public void reach(Instance instance) {
            try {
                done.complete(instance.recover(records));
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
                throw e;
            }
        }
    }

    /**
     * A request to record the state of the instance, see {@link Instance#snapshot}.
     *
     * @param done completed with the result
     */
    record Snapshot(CompletableFuture<Boolean> done) implements Event {
        @Override
        public void reach(Instance instance) {
            done.complete(instance.snapshot());
        }
    }

    /**
     * A request of the administrator for a description of the instance.
     *
     * @param result completed with the description; with null when the instance has ended
     */
    record Describe(CompletableFuture<RunningInstance> result) implements Event {
        @Override
        public void reach(Instance instance) {
            result.complete(instance.hasEnded() ? null : RunningInstance.of(instance));
        }
    }
}
