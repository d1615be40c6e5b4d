package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/** The destination of the answer to a request. Exactly one method is called, once, from any thread. */
public interface ReplyTo {
    /** The destination of one-way messages, which get no answer. */
    ReplyTo NOBODY = new ReplyTo() {
        @Override
        public void reply(List<Element> parts) {
            // The request handler acknowledges a one-way message.
        }

        @Override
        public void fault(Fault fault) {
            // The sender of a one-way message receives no fault.
        }
    };

    /** Sends the output message of the operation. */
    void reply(List<Element> parts);

    /** Sends a fault, declared or not. */
    void fault(Fault fault);

    /**
     * Returns the same destination with a listener.
     *
     * @param posted called, at most once and from any thread, when the answer has reached an address that the request has named; never for
     *     an answer on a connection
     */
    default ReplyTo whenPosted(Runnable posted) {
        return this;
    }

    /**
     * Returns a text from which, together with the addressing of the request, a recovery creates the same destination.
     * Null when the destination ends with its connection.
     */
    default String form() {
        return null;
    }

    /**
     * Returns the request without its parts, from which and from {@link #form} a recovery creates the same destination.
     * Null when the destination ends with its connection, or cannot be created from that.
     */
    default InboundMessage request() {
        return null;
    }
}
