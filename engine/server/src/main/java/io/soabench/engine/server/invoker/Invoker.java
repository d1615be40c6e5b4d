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
import io.soabench.engine.server.tls.PartnerTls;
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
 * The caller of partners: it sends the calls of instances over pooled connections. Thread-safe. A call from one of its
 * event loops stays on that loop; other calls are spread over the loops, round robin.
 *
 * <p>Guarantees:
 * <ul>
 * <li>A call ends within its time limit plus one sweep of 50 ms, both while it waits for a connection and while it
 * waits for its answer.
 * <li>A connection carries one call at a time. It is closed after 4 s without a call.
 * <li>Before a call is written to a connection from the pool, the engine checks whether the partner has closed it,
 * unless the last call ended less than 50 µs ago. After the first byte was written, a call is never sent again.
 * <li>An https partner gets a call after a TLS handshake in which it has shown a certificate of its name. The handshake
 * has the time limit of connecting.
 * <li>If a partner sends more than the answer to a call, the connection is closed. From then on, each connection to
 * this partner carries one call only.
 * </ul>
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
    private final PartnerTrust.Table trust = new PartnerTrust.Table();
    private final HeldMemory memory;
    private final PartnerTls tls;
    private final Failures failures;
    private final List<LoopInvoker> loops = new ArrayList<>();
    private final IdentityHashMap<EventExecutor, LoopInvoker> byLoop = new IdentityHashMap<>();
    private final AtomicInteger next = new AtomicInteger();
    private volatile boolean sendsKeys;

    /**
     * Makes an invoker on event loops.
     *
     * @param transport the transport of the event loops
     * @param group the event loops, which the caller shuts down
     * @param counters the counters of calls
     * @param clock the time
     * @param timeout the time limit of a whole call
     * @param connectTimeout the time limit for looking up a partner's host name, and again for connecting
     * @param maxConnections the largest number of connections to one partner, on all loops together
     * @param maxBodyBytes the size of the largest answer in bytes
     * @param tls the TLS of calls to https partners
     * @param memory the memory that connections may hold for unfinished answers
     * @param failures the counter and log of errors of the engine
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
            PartnerTls tls,
            HeldMemory memory,
            Failures failures) {
        this.transport = transport;
        this.counters = counters;
        this.clock = clock;
        this.timeoutNs = timeout.toNanos();
        this.maxBodyBytes = maxBodyBytes;
        this.tls = tls;
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

    /** Runs the task of a call on the event loop that would send the call; at once if that is the calling thread. */
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
     * Sends the message identifier of each call as its idempotency key from now on. A partner can then recognise a
     * repeated call (draft-ietf-httpapi-idempotency-key-header).
     */
    public void sendKeys() {
        sendsKeys = true;
    }

    boolean sendsKeys() {
        return sendsKeys;
    }

    /** Returns the number of calls that wait for a connection. */
    public int waiting() {
        int sum = 0;
        for (LoopInvoker loop : loops) {
            sum += loop.waiting();
        }
        return sum;
    }

    /** Stops the look-up of host names. The owner of the event loops ends connections and calls. */
    @Override
    public void close() {
        names.close();
    }

    /** Returns true if a connection is read only while an answer is due on it, see {@link Transport#readsAhead}. */
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

    PartnerTls tls() {
        return tls;
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
