package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The outbox of one instance, by which all its effects leave the engine: calls, replies, acknowledgements and reports.
 * An outbox may delay an effect until the records from which the effect follows are durable.
 *
 * <p>The effects of an instance leave in the order of the calls. Threading: only the owner of the instance calls it.
 */
public interface Outbox {
    /** The outbox without delay. */
    Outbox DIRECT = new Outbox() {
        @Override
        public void call(PartnerInvoker invoker, PartnerCall call) {
            invoker.call(call);
        }

        @Override
        public void reply(ReplyTo client, List<Element> parts) {
            client.reply(parts);
        }

        @Override
        public void fault(ReplyTo client, Fault fault) {
            client.fault(fault);
        }

        @Override
        public void taken(Receipt receipt) {
            receipt.taken();
        }

        @Override
        public void refused(Receipt receipt, Fault fault) {
            receipt.refused(fault);
        }

        @Override
        public void ended(InstanceObserver observer, Fault fault) {
            observer.ended(fault);
        }

        @Override
        public void terminated(CompletableFuture<Boolean> done, boolean wasRunning) {
            done.complete(wasRunning);
        }
    };

    /** Returns the destination of an answer with a listener, which hears when the answer was posted there. */
    static ReplyTo heard(ReplyTo client, Runnable whenPosted) {
        return client.whenPosted(whenPosted);
    }

    /** Returns whether an answer goes to another place than a connection, also after a recovery. */
    static boolean isPosted(ReplyTo client) {
        return client.form() != null;
    }

    /** Returns the request without its parts, see {@link ReplyTo#request}. */
    static InboundMessage request(ReplyTo client) {
        return client.request();
    }

    /** Calls a partner. */
    void call(PartnerInvoker invoker, PartnerCall call);

    /** Answers a request with its output message. */
    void reply(ReplyTo client, List<Element> parts);

    /** Answers a request with a fault. */
    void fault(ReplyTo client, Fault fault);

    /** Acknowledges a message. */
    void taken(Receipt receipt);

    /** Refuses a message. */
    void refused(Receipt receipt, Fault fault);

    /**
     * Reports the end of the instance to an observer.
     *
     * @param fault the uncaught fault that has ended it; null when it has completed
     */
    void ended(InstanceObserver observer, Fault fault);

    /**
     * Reports the end of the instance to the administrator that has asked for it.
     *
     * @param wasRunning whether the instance was still running
     */
    void terminated(CompletableFuture<Boolean> done, boolean wasRunning);
}
