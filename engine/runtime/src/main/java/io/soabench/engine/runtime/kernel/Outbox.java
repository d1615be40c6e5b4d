package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The way of everything that an instance does to the world outside: at once, or when what it follows from is safe. Belongs to the
 * owner of the instance; the order of effects is the order of calls.
 */
public interface Outbox {
    /** The way without delay. */
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
     * @param fault what has ended it; null when it ended as the process says
     */
    void ended(InstanceObserver observer, Fault fault);

    /** Reports to whoever wanted the instance ended that it has ended, and whether it was still running. */
    void terminated(CompletableFuture<Boolean> done, boolean wasRunning);
}
