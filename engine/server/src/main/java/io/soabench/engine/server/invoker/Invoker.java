package io.soabench.engine.server.invoker;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerInvoker;
import io.soabench.engine.runtime.scheduling.StealingWorker;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.transport.SocketProbe;
import io.soabench.engine.server.transport.Transport;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A caller of partners. Thread-safe. A call made on one of its event loops stays there; other calls go round the loops.
 *
 * <p>Guarantees: a call ends within its time-out (plus one sweep of 50 ms), whether it waits for a connection or for its answer;
 * a connection carries one call at a time and is kept for 4 s without work. A kept connection that the partner has closed
 * meanwhile is found out before anything is written to it; once a byte was written, a call is never sent again. A partner that sends
 * more than an answer to a call loses the connection, and its connections carry one call each from then on.
 */
public final class Invoker implements PartnerInvoker, AutoCloseable {
    static final long KEPT_IDLE_NS = TimeUnit.SECONDS.toNanos(4);
    static final int MAX_TEMPLATES = 10_000;
    static final int MANY_POOLS = 1_000;

    private final Transport transport;
    private final Counters counters;
    private final EngineClock clock;
    private final long timeoutNs;
    private final int maxConnections;
    private final int maxBodyBytes;
    private final PartnerNames names;
    private final PartnerTrust.Book trust = new PartnerTrust.Book();
    private final HeldMemory memory;
    private final Failures failures;
    private final List<LoopInvoker> loops = new ArrayList<>();
    private final IdentityHashMap<EventExecutor, LoopInvoker> byLoop = new IdentityHashMap<>();
    private final AtomicInteger next = new AtomicInteger();
    private volatile boolean sendsKeys;

    /**
     * An invoker on event loops.
     *
     * @param transport of the event loops
     * @param group the event loops; they are the caller's to shut down
     * @param counters where calls are counted
     * @param clock the time
     * @param timeout for a whole call
     * @param connectTimeout for looking a partner's host name up, and again for connecting
     * @param maxConnections to one partner, over all loops
     * @param maxBodyBytes largest answer
     * @param memory what connections may hold of unfinished answers
     * @param failures where errors of the engine go
     */
    public Invoker(
            Transport transport,
            EventLoopGroup group,
            Counters counters,
            EngineClock clock,
            Duration timeout,
            Duration connectTimeout,
            int maxConnections,
            int maxBodyBytes,
            HeldMemory memory,
            Failures failures) {
        this.transport = transport;
        this.counters = counters;
        this.clock = clock;
        this.timeoutNs = timeout.toNanos();
        this.maxBodyBytes = maxBodyBytes;
        this.memory = memory;
        this.failures = failures;
        List<EventExecutor> executors = new ArrayList<>();
        group.forEach(executors::add);
        this.maxConnections = Math.max(1, maxConnections / executors.size());
        this.names = new PartnerNames(InetAddress::getByName, clock, connectTimeout);
        Bootstrap bootstrap = new Bootstrap()
                .channelFactory(transport.connections())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.AUTO_READ, !transport.readsAhead())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        Math.min(connectTimeout.toMillis(), Integer.MAX_VALUE))
                .resolver(names);
        for (EventExecutor executor : executors) {
            LoopInvoker loop = new LoopInvoker(this, (EventLoop) executor, bootstrap, new SocketProbe(transport));
            loops.add(loop);
            byLoop.put(executor, loop);
        }
    }

    @Override
    public void call(PartnerCall call) {
        loop(call).call(call);
    }

    /** Runs what is to be done for a call on the event loop that would send it: at once when that is the caller's. */
    public void run(PartnerCall call, Runnable task) {
        loop(call).run(task);
    }

    private LoopInvoker loop(PartnerCall call) {
        if (call.worker() instanceof StealingWorker worker && worker.host() instanceof EventLoopHost host) {
            LoopInvoker own = byLoop.get(host.loop());
            if (own != null) {
                return own;
            }
        }
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    /**
     * Sends the name of each call as its key from now on, so that a partner knows it again when it is repeated
     * (draft-ietf-httpapi-idempotency-key-header).
     */
    public void sendKeys() {
        sendsKeys = true;
    }

    boolean sendsKeys() {
        return sendsKeys;
    }

    /** Calls that wait for a connection. */
    public int waiting() {
        int sum = 0;
        for (LoopInvoker loop : loops) {
            sum += loop.waiting();
        }
        return sum;
    }

    /** Looks no more names up; the event loops end the rest. */
    @Override
    public void close() {
        names.close();
    }

    /** Whether connections are read only when something is due on them. */
    boolean readsWhenDue() {
        return transport.readsAhead();
    }

    Counters counters() {
        return counters;
    }

    EngineClock clock() {
        return clock;
    }

    long timeoutNs() {
        return timeoutNs;
    }

    int maxConnections() {
        return maxConnections;
    }

    PartnerTrust trust(String authority) {
        return trust.of(authority);
    }

    HeldMemory memory() {
        return memory;
    }

    Failures failures() {
        return failures;
    }

    int maxBodyBytes() {
        return maxBodyBytes;
    }
}
