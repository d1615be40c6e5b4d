package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.InstanceObserver;
import io.soabench.engine.runtime.kernel.Outbox;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerInvoker;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** An outbox from which effects leave when the test says so, in their order. */
public final class HeldOutbox implements Outbox {
    private final Queue<Runnable> held = new ArrayDeque<>();

    /** How many effects wait. */
    public int size() {
        return held.size();
    }

    /** Lets the first effect happen. */
    public void releaseOne() {
        held.remove().run();
    }

    /** Lets everything happen; returns whether there was anything. */
    public boolean release() {
        boolean any = !held.isEmpty();
        while (!held.isEmpty()) {
            releaseOne();
        }
        return any;
    }

    @Override
    public void call(PartnerInvoker invoker, PartnerCall call) {
        held.add(() -> DIRECT.call(invoker, call));
    }

    @Override
    public void reply(ReplyTo client, List<Element> parts) {
        held.add(() -> DIRECT.reply(client, parts));
    }

    @Override
    public void fault(ReplyTo client, Fault fault) {
        held.add(() -> DIRECT.fault(client, fault));
    }

    @Override
    public void taken(Receipt receipt) {
        held.add(() -> DIRECT.taken(receipt));
    }

    @Override
    public void refused(Receipt receipt, Fault fault) {
        held.add(() -> DIRECT.refused(receipt, fault));
    }

    @Override
    public void ended(InstanceObserver observer, Fault fault) {
        held.add(() -> DIRECT.ended(observer, fault));
    }

    @Override
    public void terminated(CompletableFuture<Boolean> done, boolean wasRunning) {
        held.add(() -> DIRECT.terminated(done, wasRunning));
    }
}
