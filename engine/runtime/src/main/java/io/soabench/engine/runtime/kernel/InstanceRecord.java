package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * A record of one instance: an event, a decision that was taken for it, or its end. All records of an instance, in
 * their order, determine everything that it has done. Immutable.
 */
public sealed interface InstanceRecord {
    /** Returns the moment at which the record was made. */
    Moment at();

    /**
     * A moment in the execution of an instance.
     *
     * @param steps the number of steps that the instance had done, see {@link RunQueue}
     * @param trace a hash of these steps, which a recovery compares
     * @param epochMs the time of the wall clock that the instance has seen, in milliseconds since 1970
     * @param ageNs the monotonic time since the start of the instance, in nanoseconds
     */
    record Moment(long steps, int trace, long epochMs, long ageNs) {}

    /**
     * The start of the instance.
     *
     * @param message the message that has started it
     */
    record Started(Moment at, InboundMessage message) implements InstanceRecord {}

    /**
     * The arrival of a message.
     *
     * @param message the message
     * @param place the number of the receive to which the message was routed without correlation values, see {@link
     *     PendingReceives#number}; 0 for none
     */
    record Message(Moment at, InboundMessage message, int place) implements InstanceRecord {}

    /**
     * The answer of a partner.
     *
     * @param frame the number of the frame that has made the call
     * @param parts the parts of the output message; empty for a one-way call that was accepted
     */
    record Answered(Moment at, int frame, List<Element> parts) implements InstanceRecord {
        /** Keeps the list, which is never changed. */
        public Answered {
            // Parts may be null, which List.copyOf does not allow.
        }
    }

    /**
     * The failure of a partner call.
     *
     * @param frame the number of the frame that has made the call
     * @param fault the fault that the call has ended with
     */
    record Failed(Moment at, int frame, Fault fault) implements InstanceRecord {}

    /**
     * The firing of an alarm.
     *
     * @param alarm the number of the alarm, see {@link Alarms}
     */
    record Rang(Moment at, int alarm) implements InstanceRecord {}

    /** The end of the instance by a command of the administrator. */
    record Terminated(Moment at) implements InstanceRecord {}

    /**
     * A decision that does not follow from other records.
     *
     * @param what the question
     * @param number the number of the question among those of its kind
     * @param answer the answer; empty when the moment is the answer
     */
    record Decided(Moment at, Decision what, long number, String answer) implements InstanceRecord {}

    /** The questions whose answers do not follow from the other records. */
    enum Decision {
        /** The time, which an activity asked for in a turn before any event; the moment is the answer. */
        TIME,
        /** A failed check of limits; the number is that of the check, and the answer is the sentence of the fault. */
        REFUSAL,
        /** The address of a partner that a registry may replace; the number is that of the partner link. */
        ADDRESS
    }

    /**
     * The state of the instance, from which a recovery goes on without earlier records.
     *
     * @param startBytes the size of the message that has started the instance
     * @param values the state: each value is a {@link Long}, a {@link String}, an {@link
     *     io.soabench.engine.runtime.xml.Element}, an {@link InboundMessage} or null
     */
    record Snapshot(Moment at, long startBytes, List<Object> values) implements InstanceRecord {
        /** Keeps the list, which is never changed. */
        public Snapshot {
            // Values may be null, which List.copyOf does not allow.
        }
    }

    /**
     * The delivery of a reply to the address that its request has named, so that it is not sent again.
     *
     * @param reply the number of the reply among those of the instance, from 1 on
     */
    record Posted(Moment at, int reply) implements InstanceRecord {}

    /**
     * The end of the instance.
     *
     * @param uncaught the uncaught fault; null for none
     * @param exitedBy the standard fault that has made the process exit; null for none
     * @param broken whether an error of the engine has ended the instance
     */
    record Ended(Moment at, Fault uncaught, Fault exitedBy, boolean broken) implements InstanceRecord {}
}
