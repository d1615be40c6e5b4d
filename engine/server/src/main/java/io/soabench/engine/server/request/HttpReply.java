package io.soabench.engine.server.request;

import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.durable.KeyedClient;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.server.soap.AddressingHeaders;
import io.soabench.engine.server.soap.MessageIds;
import io.soabench.engine.server.soap.SoapVersion;
import java.util.List;

/**
 * The answer to one request on its connection. For a message without an answer, or with an answer that is posted
 * elsewhere, it is the acknowledgement. Thread-safe: the connection's event loop writes it.
 */
final class HttpReply implements KeyedClient {
    private final ServerConnection connection;
    private final EventLoop loop;
    private final ServiceOperation operation;
    private final SoapVersion version;
    private final Addressing addressing;
    private final MessageIds messageIds;
    private final boolean keepAlive;

    HttpReply(
            ServerConnection connection,
            EventLoop loop,
            ServiceOperation operation,
            SoapVersion version,
            Addressing addressing,
            MessageIds messageIds,
            boolean keepAlive) {
        this.connection = connection;
        this.loop = loop;
        this.operation = operation;
        this.version = version;
        this.addressing = addressing;
        this.messageIds = messageIds;
        this.keepAlive = keepAlive;
    }

    ServiceOperation operation() {
        return operation;
    }

    SoapVersion version() {
        return version;
    }

    /**
     * Returns the SOAP headers of the answer.
     *
     * @param fault the fault of the answer; null for a normal one
     */
    List<Element> headers(Fault fault) {
        return AddressingHeaders.back(addressing, operation.actionBase(), fault, operation.faults(), messageIds);
    }

    boolean isKeepAlive() {
        return keepAlive;
    }

    @Override
    public void reply(List<Element> parts) {
        if (loop.inEventLoop()) {
            connection.answer(this, parts);
        } else {
            loop.execute(() -> connection.answer(this, parts));
        }
    }

    @Override
    public void fault(Fault fault) {
        if (loop.inEventLoop()) {
            connection.answer(this, fault);
        } else {
            loop.execute(() -> connection.answer(this, fault));
        }
    }

    @Override
    public void taken() {
        if (loop.inEventLoop()) {
            connection.acknowledge(this);
        } else {
            loop.execute(() -> connection.acknowledge(this));
        }
    }

    @Override
    public void refused(Fault fault) {
        if (loop.inEventLoop()) {
            connection.refuse(this, fault);
        } else {
            loop.execute(() -> connection.refuse(this, fault));
        }
    }

    @Override
    public void overloaded() {
        if (loop.inEventLoop()) {
            connection.overloaded(this);
        } else {
            loop.execute(() -> connection.overloaded(this));
        }
    }

    @Override
    public boolean isPosted() {
        return false;
    }

    @Override
    public boolean isGone() {
        return !connection.context().channel().isActive();
    }
}
