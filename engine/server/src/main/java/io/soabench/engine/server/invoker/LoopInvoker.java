package io.soabench.engine.server.invoker;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.RegisteredPartner;
import io.soabench.engine.server.transport.SocketProbe;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The part of the invoker on one event loop: its pools of connections, and its calls in the order of their deadlines.
 * Belongs to that loop, except {@link #run}, {@link #call} and {@link #waiting()}.
 */
final class LoopInvoker {
    private static final long SWEEP_MS = 50;

    private final Invoker invoker;
    private final EventLoop loop;
    private final Bootstrap bootstrap;
    private final SocketProbe probe;
    private final Map<String, PartnerPool> pools = new HashMap<>();
    private final IdentityHashMap<PartnerOperation, CallTemplate> templates = new IdentityHashMap<>();
    private PendingCall first;
    private PendingCall last;
    private volatile int waiting;
    private int waitingHere;

    @SuppressWarnings("FutureReturnValueIgnored") // The sweep ends with the event loop.
    LoopInvoker(Invoker invoker, EventLoop loop, Bootstrap bootstrap, SocketProbe probe) {
        this.invoker = invoker;
        this.loop = loop;
        this.probe = probe;
        this.bootstrap = bootstrap.clone().group(loop);
        loop.scheduleAtFixedRate(this::sweep, SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
    }

    void run(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
        } else {
            loop.execute(task);
        }
    }

    void call(PartnerCall call) {
        if (loop.inEventLoop()) {
            submit(call);
        } else {
            loop.execute(() -> submitGuarded(call));
        }
    }

    /**
     * Sends a call of another thread. An unexpected error must end the call here, since the calling thread does not see
     * it.
     */
    private void submitGuarded(PartnerCall call) {
        try {
            submit(call);
        } catch (RuntimeException | Error e) {
            invoker.failures().caught("A call", e);
            invoker.counters().count(Counter.CALLS_FAILED);
            call.failed(AnswerReading.failure(call.operation(), "cannot be called: " + e)
                    .fault());
        }
    }

    private void submit(PartnerCall call) {
        if (call.isAbandoned()) {
            return;
        }
        CallTemplate template = templates.get(call.operation());
        if (template == null || !template.address.equals(call.address())) {
            if (call.address().isEmpty()) {
                PendingCall unaddressed = new PendingCall(call, null, nowNs(), invoker.timeoutNs());
                add(unaddressed);
                unreachable(unaddressed, AnswerReading.failure(call.operation(), "is not known to its registry"));
                return;
            }
            try {
                template = template(call, call.address());
            } catch (IllegalArgumentException e) {
                invoker.counters().count(Counter.CALLS_FAILED);
                call.failed(AnswerReading.failure(call.operation(), "cannot be called: " + e.getMessage())
                        .fault());
                return;
            }
        }
        PendingCall pending = new PendingCall(call, template, nowNs(), invoker.timeoutNs());
        add(pending);
        try {
            template.pool.submit(pending);
        } catch (RuntimeException | Error e) {
            // The call is in the list already, where its time limit would end it a second time.
            invoker.failures().caught("A call", e);
            ended(pending, AnswerReading.failure(call.operation(), "cannot be called: " + e));
        }
    }

    private CallTemplate template(PartnerCall call, String at) {
        PartnerAddress address = PartnerAddress.parse(at);
        PartnerPool pool = pools.computeIfAbsent(
                address.key(),
                key -> new PartnerPool(this, address, bootstrap, invoker.maxConnections(), invoker.trust(key)));
        // An address of the registry is another place, which must not get the secrets in the headers.
        String headers = at.equals(call.address()) ? call.headers() : "";
        CallTemplate template = new CallTemplate(call.operation(), at, address, pool, headers);
        if (templates.size() >= Invoker.MAX_TEMPLATES) {
            // Templates of undeployed processes are still in the map.
            templates.clear();
        }
        if (!call.endpoint().isAddressed()) {
            // An address that comes with a message is seldom used again.
            templates.put(call.operation(), template);
        }
        return template;
    }

    /**
     * Handles a call whose partner cannot be reached. If the partner has a registry, the call is sent once more, to the
     * address that the registry returns.
     */
    void unreachable(PendingCall pending, AnswerReading.Answer failure) {
        RegisteredPartner partner = pending.redirected ? null : pending.call.registered();
        if (partner == null) {
            ended(pending, failure);
            return;
        }
        pending.redirected = true;
        partner.replace(
                pending.address(), otherAddress -> loop.execute(() -> redirected(pending, otherAddress, failure)));
    }

    /**
     * Handles a call that was sent and whose answer is lost. It is not repeated, but later calls may use another
     * address of the registry.
     */
    void lost(PendingCall pending, AnswerReading.Answer failure) {
        RegisteredPartner partner = pending.call.registered();
        ended(pending, failure);
        if (partner != null) {
            partner.suspect(pending.address());
        }
    }

    private void redirected(PendingCall pending, String otherAddress, AnswerReading.Answer failure) {
        if (pending.done) {
            return;
        }
        if (pending.call.isAbandoned()) {
            remove(pending);
            return;
        }
        if (otherAddress == null) {
            ended(pending, failure);
            return;
        }
        try {
            pending.template = template(pending.call, otherAddress);
        } catch (IllegalArgumentException e) {
            ended(pending, AnswerReading.failure(pending.call.operation(), "cannot be called: " + e.getMessage()));
            return;
        }
        invoker.counters().count(Counter.CALLS_REDIRECTED);
        pending.submittedNs = nowNs();
        pending.template.pool.submit(pending);
    }

    private void add(PendingCall pending) {
        pending.earlier = last;
        if (last == null) {
            first = pending;
        } else {
            last.later = pending;
        }
        last = pending;
    }

    void remove(PendingCall pending) {
        if (pending.done) {
            return;
        }
        pending.done = true;
        if (pending.earlier == null) {
            first = pending.later;
        } else {
            pending.earlier.later = pending.later;
        }
        if (pending.later == null) {
            last = pending.earlier;
        } else {
            pending.later.earlier = pending.earlier;
        }
        pending.earlier = null;
        pending.later = null;
    }

    void ended(PendingCall pending, AnswerReading.Answer answer) {
        if (pending.done) {
            return;
        }
        remove(pending);
        Fault failure = answer.fault() == null ? pending.call.reserve(answer.parts()) : answer.fault();
        if (failure == null) {
            invoker.counters().count(Counter.CALLS_ANSWERED);
            pending.call.answered(answer.parts());
        } else {
            invoker.counters().count(Counter.CALLS_FAILED);
            pending.call.failed(failure);
        }
    }

    /** Ends the calls whose time is over. An error must not stop the sweeps, since they end all late calls. */
    private void sweep() {
        try {
            sweepCalls();
        } catch (RuntimeException | Error e) {
            invoker.failures().caught("A look at the time-outs of calls", e);
        }
    }

    private void sweepCalls() {
        long now = nowNs();
        while (first != null && first.deadlineNs - now <= 0) {
            PendingCall late = first;
            if (late.connection != null) {
                late.connection.abort();
            }
            ended(
                    late,
                    AnswerReading.failure(
                            late.call.operation(),
                            "did not answer within " + TimeUnit.NANOSECONDS.toMillis(invoker.timeoutNs()) + " ms"));
        }
        for (PartnerPool pool : pools.values()) {
            pool.closeIdleSince(now - Invoker.KEPT_IDLE_NS);
        }
        if (pools.size() > Invoker.MANY_POOLS) {
            // Addresses may come with messages, so each pool may have served one call only.
            pools.values().removeIf(PartnerPool::isUnused);
            templates.clear();
        }
    }

    void sent() {
        invoker.counters().count(Counter.CALLS_SENT);
    }

    void waiting(int change) {
        waitingHere += change;
        waiting = waitingHere;
    }

    int waiting() {
        return waiting;
    }

    long nowNs() {
        return invoker.clock().nanoTime();
    }

    SocketProbe probe() {
        return probe;
    }

    Invoker invoker() {
        return invoker;
    }

    int maxBodyBytes() {
        return invoker.maxBodyBytes();
    }
}
