package io.soabench.engine.server.invoker;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import io.soabench.engine.runtime.kernel.EngineClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A resolver of the host names of partners. It has threads of its own, since the system's look-up blocks. Thread-safe.
 *
 * <p>Guarantees:
 * <ul>
 * <li>There are at most {@value #THREADS} threads, and one look-up of a name at a time, also for several callers.
 * <li>An address is kept for 30 s, a failure for 1 s.
 * <li>A caller gets an address or a failure within the time limit, although the look-up itself may last longer.
 * <li>When {@value #MAX_WAITING} names wait, a further name fails at once.
 * </ul> Addresses in digits are never looked up.
 */
final class PartnerNames extends AddressResolverGroup<InetSocketAddress> {
    private static final int THREADS = 2;
    private static final int MAX_WAITING = 1_000;
    private static final int MAX_KEPT = 10_000;
    private static final long KEPT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long FAILURE_KEPT_NS = TimeUnit.SECONDS.toNanos(1);

    private final Lookup lookup;
    private final EngineClock clock;
    private final Duration limit;
    private final ExecutorService threads;
    private final Map<String, Name> names = new HashMap<>();

    /** The look-up of a name, which may block. */
    @FunctionalInterface
    interface Lookup {
        InetAddress address(String host) throws UnknownHostException;
    }

    /** The state of a name: callers that wait, an address, or a failure. Guarded by the map of names. */
    private static final class Name {
        private List<Promise<InetAddress>> waiting = new ArrayList<>();
        private InetAddress address;
        private UnknownHostException failure;
        private long untilNs;
    }

    /**
     * Makes a resolver.
     *
     * @param lookup the look-up of a name, for instance {@link InetAddress#getByName}
     * @param clock the time
     * @param limit the time limit for a caller
     */
    PartnerNames(Lookup lookup, EngineClock clock, Duration limit) {
        this.lookup = lookup;
        this.clock = clock;
        this.limit = limit;
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MAX_WAITING), task -> {
                    Thread thread = new Thread(task, "names-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        threads = pool;
    }

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new InetNameResolver(executor) {
            @Override
            protected void doResolve(String host, Promise<InetAddress> promise) {
                PartnerNames.this.resolve(host, executor(), promise);
            }

            @Override
            protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
                Promise<InetAddress> one = executor().newPromise();
                one.addListener(done -> {
                    if (done.isSuccess()) {
                        promise.trySuccess(List.of(one.getNow()));
                    } else {
                        promise.tryFailure(done.cause());
                    }
                });
                doResolve(host, one);
            }
        }.asAddressResolver();
    }

    /** Completes a promise of an executor with the address of a host, or with a failure. */
    void resolve(String host, EventExecutor executor, Promise<InetAddress> promise) {
        byte[] digits = NetUtil.createByteArrayFromIpAddressString(host);
        try {
            if (digits != null) {
                promise.trySuccess(InetAddress.getByAddress(host, digits));
                return;
            }
            InetAddress kept = kept(host, promise);
            if (kept != null) {
                promise.trySuccess(kept);
                return;
            }
        } catch (UnknownHostException e) {
            promise.tryFailure(e);
            return;
        }
        Future<?> late = executor.schedule(
                () -> promise.tryFailure(
                        new UnknownHostException(host + " was not found within " + limit.toMillis() + " ms")),
                limit.toNanos(),
                TimeUnit.NANOSECONDS);
        promise.addListener(done -> late.cancel(false));
    }

    /** Returns the address of a host if it is known. Otherwise, returns null and completes the promise later. */
    private InetAddress kept(String host, Promise<InetAddress> promise) throws UnknownHostException {
        synchronized (names) {
            Name name = names.get(host);
            if (name != null && name.waiting == null && name.untilNs - clock.nanoTime() > 0) {
                if (name.failure != null) {
                    throw name.failure;
                }
                return name.address;
            }
            if (name == null || name.waiting == null) {
                name = new Name();
                startLookup(host, name);
            }
            name.waiting.add(promise);
            return null;
        }
    }

    private void startLookup(String host, Name name) throws UnknownHostException {
        if (names.size() >= MAX_KEPT) {
            names.values().removeIf(kept -> kept.waiting == null);
        }
        names.put(host, name);
        try {
            threads.execute(() -> lookUp(host, name));
        } catch (RejectedExecutionException e) {
            names.remove(host);
            UnknownHostException busy = new UnknownHostException(
                    host + " is not looked up, as " + MAX_WAITING + " other names wait for it");
            busy.initCause(e);
            throw busy;
        }
    }

    private void lookUp(String host, Name name) {
        InetAddress address = null;
        UnknownHostException failure = null;
        try {
            address = lookup.address(host);
        } catch (UnknownHostException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            failure = new UnknownHostException(host + " cannot be looked up");
            failure.initCause(e);
        }
        List<Promise<InetAddress>> waiting;
        synchronized (names) {
            name.address = address;
            name.failure = failure;
            name.untilNs = clock.nanoTime() + (failure == null ? KEPT_NS : FAILURE_KEPT_NS);
            waiting = name.waiting;
            name.waiting = null;
        }
        for (Promise<InetAddress> promise : waiting) {
            if (failure == null) {
                promise.trySuccess(address);
            } else {
                promise.tryFailure(failure);
            }
        }
    }

    @Override
    public void close() {
        super.close();
        threads.shutdownNow();
    }
}
