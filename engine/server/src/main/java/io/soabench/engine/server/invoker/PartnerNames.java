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
 * A resolver of the host names of partners on threads of its own, because the system's look-up blocks. Thread-safe.
 *
 * <p>Guarantees: at most {@value #THREADS} threads; one look-up at a time for one name, whoever asks; an address is kept for 30 s,
 * a failure for 1 s; whoever asks gets an answer or a failure within the time limit, although the look-up itself may go on. Beyond
 * {@value #MAX_WAITING} waiting names further ones fail at once. Addresses in digits are never looked up.
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

    /** How a name is looked up; may block. */
    @FunctionalInterface
    interface Lookup {
        InetAddress address(String host) throws UnknownHostException;
    }

    /** What is known of a name; guarded by the map. */
    private static final class Name {
        private List<Promise<InetAddress>> asking = new ArrayList<>();
        private InetAddress address;
        private UnknownHostException failure;
        private long untilNs;
    }

    /**
     * Looks up by the given means.
     *
     * @param lookup for instance {@link InetAddress#getByName}
     * @param clock the time
     * @param limit for a look-up, as seen by those who ask
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

    /** Fulfils a promise of the given executor. */
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

    /** The address when it is known; else null, and the promise will be fulfilled. */
    private InetAddress kept(String host, Promise<InetAddress> promise) throws UnknownHostException {
        synchronized (names) {
            Name name = names.get(host);
            if (name != null && name.asking == null && name.untilNs - clock.nanoTime() > 0) {
                if (name.failure != null) {
                    throw name.failure;
                }
                return name.address;
            }
            if (name == null || name.asking == null) {
                name = new Name();
                begin(host, name);
            }
            name.asking.add(promise);
            return null;
        }
    }

    private void begin(String host, Name name) throws UnknownHostException {
        if (names.size() >= MAX_KEPT) {
            names.values().removeIf(kept -> kept.asking == null);
        }
        names.put(host, name);
        try {
            threads.execute(() -> look(host, name));
        } catch (RejectedExecutionException e) {
            names.remove(host);
            UnknownHostException busy = new UnknownHostException(
                    host + " is not looked up, as " + MAX_WAITING + " other names wait for it");
            busy.initCause(e);
            throw busy;
        }
    }

    private void look(String host, Name name) {
        InetAddress address = null;
        UnknownHostException failure = null;
        try {
            address = lookup.address(host);
        } catch (UnknownHostException e) {
            failure = e;
        } catch (RuntimeException e) {
            failure = new UnknownHostException(host + " cannot be looked up");
            failure.initCause(e);
        }
        List<Promise<InetAddress>> asking;
        synchronized (names) {
            name.address = address;
            name.failure = failure;
            name.untilNs = clock.nanoTime() + (failure == null ? KEPT_NS : FAILURE_KEPT_NS);
            asking = name.asking;
            name.asking = null;
        }
        for (Promise<InetAddress> promise : asking) {
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
