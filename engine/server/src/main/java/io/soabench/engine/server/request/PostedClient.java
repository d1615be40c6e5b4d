package io.soabench.engine.server.request;

import io.soabench.engine.runtime.durable.KeyedClient;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * A client with a key that wants its answer at another place than on its connection. Thread-safe.
 *
 * @param connection the connection, which gets the acknowledgement
 * @param answer the other place, which gets the answer
 */
record PostedClient(HttpReply connection, ReplyTo answer) implements KeyedClient {
    @Override
    public void reply(List<Element> parts) {
        answer.reply(parts);
    }

    @Override
    public void fault(Fault fault) {
        answer.fault(fault);
    }

    @Override
    public ReplyTo whenPosted(Runnable posted) {
        return answer.whenPosted(posted);
    }

    @Override
    public String form() {
        return answer.form();
    }

    @Override
    public InboundMessage request() {
        return answer.request();
    }

    @Override
    public void taken() {
        connection.taken();
    }

    @Override
    public void refused(Fault fault) {
        connection.refused(fault);
    }

    @Override
    public void overloaded() {
        connection.overloaded();
    }

    @Override
    public boolean isPosted() {
        return true;
    }

    @Override
    public boolean isGone() {
        return connection.isGone();
    }
}
