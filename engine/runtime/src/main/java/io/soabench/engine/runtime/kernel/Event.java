package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The events that reach an instance from outside. {@link Instance#handle} is the only way in; an event itself is
 * immutable and may come from any thread.
 */
public sealed interface Event {
    /**
     * Does what follows from it; called by {@link Instance} alone, on the thread that owns it.
     *
     * @param instance what it happens to
     */
    void reach(Instance instance);

    /** Returns the record of it, at a moment; null when nothing follows from it. */
    default InstanceRecord record(Instance instance, InstanceRecord.Moment at) {
        return null;
    }

    /** The instance begins. */
    enum Start implements Event {
        /** The one that there is. */
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
     * A message that was routed to the instance.
     *
     * @param message what came
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
     * A message without correlation values that was routed to the instance because a receive there has waited longest.
     *
     * @param message what came
     * @param place the receive's place in line, which the message has taken; given back unless the receive is done
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
     * A partner answered.
     *
     * @param frame who called
     * @param parts the output message; empty for a one-way call that was accepted
     * @param bytes what the kernel has noted for it
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
     * A partner answered with a fault or could not be reached.
     *
     * @param frame who called
     * @param fault why
     * @param bytes what the kernel has noted for its data
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
     * The time of an alarm has come. It may have been cancelled meanwhile.
     *
     * @param alarm which one
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
     * Somebody outside ends the instance.
     *
     * @param done told whether it was still running
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
     * The instance is made anew of the records of an earlier life.
     *
     * @param records all of them
     * @param done told how that has ended, or the error that has ended the instance
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
     * Somebody outside wants to see the instance.
     *
     * @param result what it looks like; null when it has ended
     */
    record Describe(CompletableFuture<RunningInstance> result) implements Event {
        @Override
        public void reach(Instance instance) {
            result.complete(instance.hasEnded() ? null : RunningInstance.of(instance));
        }
    }
}
