package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * A record of one instance: something that has happened to it, something that was decided for it, or its end. All records of an
 * instance, in their order, say everything that it has done. Immutable.
 */
public sealed interface InstanceRecord {
    /** Returns the moment of the instance's life at which it was made. */
    Moment at();

    /**
     * A moment in the life of an instance.
     *
     * @param steps steps that the instance has done, see {@link RunQueue}
     * @param trace a hash of these steps, by which another life of the instance is known to be the same
     * @param epochMs the time of the wall clock that the instance sees, in milliseconds since 1970
     * @param ageNs nanoseconds since the instance was started, by a clock that makes no steps
     */
    record Moment(long steps, int trace, long epochMs, long ageNs) {}

    /**
     * The instance was started.
     *
     * @param message what has started it
     */
    record Started(Moment at, InboundMessage message) implements InstanceRecord {}

    /**
     * A message has come.
     *
     * @param message what came
     * @param place number of the receive that it was routed to without correlation values, see {@link PendingReceives#number}; 0 for
     *     none
     */
    record Message(Moment at, InboundMessage message, int place) implements InstanceRecord {}

    /**
     * A partner has answered.
     *
     * @param frame address of the frame that called it
     * @param parts the output message; empty for a one-way call that was accepted
     */
    record Answered(Moment at, int frame, List<Element> parts) implements InstanceRecord {
        /** Keeps the list, which nobody changes. */
        public Answered {
            // Parts may be null, which copies of lists must not be.
        }
    }

    /**
     * A call of a partner has failed.
     *
     * @param frame address of the frame that called it
     * @param fault why
     */
    record Failed(Moment at, int frame, Fault fault) implements InstanceRecord {}

    /**
     * An alarm has rung.
     *
     * @param alarm its number, see {@link Alarms}
     */
    record Rang(Moment at, int alarm) implements InstanceRecord {}

    /** Somebody outside has ended the instance. */
    record Terminated(Moment at) implements InstanceRecord {}

    /**
     * Something was decided that does not follow from what has happened.
     *
     * @param what the question
     * @param number which one of these questions it was
     * @param answer the answer; empty where the question has only one, or the moment is the answer
     */
    record Decided(Moment at, Decision what, long number, String answer) implements InstanceRecord {}

    /** The questions whose answers do not follow from what has happened to the instance. */
    enum Decision {
        /** The time, asked for in a turn before anything has happened in it; the moment is the answer. */
        TIME,
        /** The refusal to hold more; the number is that of the check, and the answer a sentence. */
        REFUSAL,
        /** The address of a partner that a registry may replace; the number is that of the partner link. */
        ADDRESS
    }

    /**
     * A reply has reached the address that its request has named, so that it is not sent again.
     *
     * @param reply number of the reply among those of the instance, from 1 on
     */
    record Posted(Moment at, int reply) implements InstanceRecord {}

    /**
     * The instance has ended.
     *
     * @param uncaught the fault that no handler has caught; null for none
     * @param exitedBy the standard fault that has made it exit; null for none
     * @param broken whether an error of the engine has ended it
     */
    record Ended(Moment at, Fault uncaught, Fault exitedBy, boolean broken) implements InstanceRecord {}
}
