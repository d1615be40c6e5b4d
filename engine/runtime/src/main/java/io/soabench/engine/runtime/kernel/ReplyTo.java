package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/** The destination of the answer to a request. Exactly one method is called, once, from any thread. */
public interface ReplyTo {
    /** Takes answers to one-way messages, of which there are none. */
    ReplyTo NOBODY = new ReplyTo() {
        @Override
        public void reply(List<Element> parts) {
            // A one-way message is acknowledged by the request handler.
        }

        @Override
        public void fault(Fault fault) {
            // Nobody waits.
        }
    };

    /** Answers with the operation's output message. */
    void reply(List<Element> parts);

    /** Answers with a fault, declared or not. */
    void fault(Fault fault);

    /**
     * Returns the text by which, with the addressing of the request, the same destination is made again in another life of the engine; null
     * when the destination ends with its connection.
     */
    default String form() {
        return null;
    }
}
