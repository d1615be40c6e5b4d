package io.soabench.engine.server.request;

import io.soabench.engine.runtime.durable.KeyedClient;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * A client with a key that passes the acknowledgement to one receiver, and the answer to another or the same one.
 * Thread-safe if the receivers are.
 *
 * <p>It overrides the defaults of {@link ReplyTo}, too: such a default would hide where the receiver posts the answer.
 */
interface DelegatingClient extends KeyedClient {
    /** Returns the receiver of the answer. */
    ReplyTo answerReceiver();

    /** Returns the receiver of the acknowledgement or refusal. It has the connection of the client. */
    KeyedClient acknowledgementReceiver();

    @Override
    default void reply(List<Element> parts) {
        answerReceiver().reply(parts);
    }

    @Override
    default void fault(Fault fault) {
        answerReceiver().fault(fault);
    }

    @Override
    default ReplyTo whenPosted(Runnable posted) {
        return answerReceiver().whenPosted(posted);
    }

    @Override
    default String form() {
        return answerReceiver().form();
    }

    @Override
    default InboundMessage request() {
        return answerReceiver().request();
    }

    @Override
    default void taken() {
        acknowledgementReceiver().taken();
    }

    @Override
    default void refused(Fault fault) {
        acknowledgementReceiver().refused(fault);
    }

    @Override
    default void overloaded() {
        acknowledgementReceiver().overloaded();
    }

    @Override
    default boolean isPosted() {
        return acknowledgementReceiver().isPosted();
    }

    @Override
    default boolean isGone() {
        return acknowledgementReceiver().isGone();
    }
}
