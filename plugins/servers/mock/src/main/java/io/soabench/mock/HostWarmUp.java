package io.soabench.mock;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;

/**
 * The warm-up of a mock host's code before the host is ready. Another host of the same kind, on a free port of the
 * loopback, answers requests for the same operations with the same answers. Some answers are immediate and some
 * delayed; requests come alternately without pauses and at a pace.
 *
 * <p>The warm-up goes on until the compilers of the virtual machine have little left to do. Later compilation would
 * compete with the first measured requests. Its services are copies: counters, traces and the call log of the real ones
 * stay untouched.
 */
final class HostWarmUp {

    /** The number of clients, each a thread with connections of its own. */
    private static final int CLIENTS = 2;

    private static final int CONNECTIONS = 8;

    /**
     * The number of requests after which a client replaces its connection, so that accepting connections is warmed up,
     * too.
     */
    private static final int REQUESTS_A_CONNECTION = 20;

    private static final int TIME_OUT_MS = 2_000;
    private static final String LOOPBACK = "127.0.0.1";

    /** The length of the alternating spells: clients send without pauses in one, and at a pace in the next. */
    private static final long SPELL_MS = 100;

    private static final long PACE_MS = 1;

    /** The interval of checks on the compilers, and the share of compilation time that counts as little. */
    private static final long LOOK_MS = 250;

    private static final double QUIET_SHARE = 0.2;

    /**
     * The bounds of a warm-up.
     *
     * @param shortest length, unless all requests were sent
     * @param longest length, even if the compilers are still busy
     * @param requests largest number, apart from those in progress at the end
     */
    record Bounds(Duration shortest, Duration longest, int requests) {}

    /**
     * The result of a warm-up.
     *
     * @param answered requests that were answered in any way
     */
    record Done(int answered, Duration length) {}

    private final MockServices real;
    private final String base;
    private final Optional<SSLContext> tls;
    private final HostClock clock = HostClock.system();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private volatile boolean over;

    /**
     * Prepares a warm-up; sends nothing yet.
     *
     * @param base path under which the host has its services
     */
    HostWarmUp(MockServices services, String base) {
        this(services, base, Optional.empty());
    }

    /**
     * Prepares a warm-up; sends nothing yet.
     *
     * @param base path under which the host has its services
     * @param tls context of clients that trust the host; empty for a host without TLS
     */
    HostWarmUp(MockServices services, String base, Optional<SSLContext> tls) {
        real = services;
        this.base = base;
        this.tls = tls;
    }

    /**
     * Warms the host up.
     *
     * @param lines receives the log lines, which belong to no call of the real services
     * @throws HostRefused when the host cannot be started
     */
    Done run(RunningHost.Starter starter, Bounds bounds, OutputStream lines) throws HostRefused, InterruptedException {
        long beginNs = clock.epochNanos();
        HttpServer called = called();
        CallLog calls = CallLog.into(lines);
        RunningHost host = null;
        try {
            MockServices services = real.warmUpCopy(
                    "http://" + LOOPBACK + ':' + called.getAddress().getPort() + "/");
            host = starter.start(LOOPBACK, 0, services, calls);
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), host.port());
            List<byte[]> requests = WarmUpRequests.of(services, base, LOOPBACK + ':' + host.port());
            List<Thread> clients = new ArrayList<>();
            CountDownLatch ended = new CountDownLatch(CLIENTS);
            for (int i = 0; i < CLIENTS; i++) {
                int first = i * requests.size() / CLIENTS;
                Thread client = new Thread(
                        () -> {
                            call(address, requests, first, bounds.requests());
                            ended.countDown();
                        },
                        "rehearsal");
                client.setDaemon(true);
                client.start();
                clients.add(client);
            }
            watch(ended, clock.epochNanos(), bounds);
            over = true;
            for (Thread client : clients) {
                client.join(TIME_OUT_MS);
            }
        } finally {
            over = true;
            if (host != null) {
                host.stop(Duration.ZERO);
            }
            close(calls);
            called.stop(0);
        }
        // The garbage of the warm-up must not be collected during a measurement.
        System.gc();
        return new Done(answered.get(), Duration.ofNanos(clock.epochNanos() - beginNs));
    }

    private static void close(CallLog calls) {
        try {
            calls.close();
        } catch (IOException e) {
            // No client reads the call log of the warm-up.
        }
    }

    /** Starts the receiver of callbacks. */
    private static HttpServer called() throws HostRefused {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", HostWarmUp::take);
            server.start();
            return server;
        } catch (IOException e) {
            throw new HostRefused("cannot listen on " + LOOPBACK + ": " + e.getMessage()
                    + "; the host needs a free port there while it starts");
        }
    }

    private static void take(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream in = exchange.getRequestBody()) {
            in.readAllBytes();
            exchange.sendResponseHeaders(202, -1);
        }
    }

    /** Returns when the warm-up has lasted long enough. */
    private void watch(CountDownLatch ended, long beginNs, Bounds bounds) throws InterruptedException {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        boolean observed = compilers != null && compilers.isCompilationTimeMonitoringSupported();
        long compiledMs = observed ? compilers.getTotalCompilationTime() : 0;
        long lookedNs = beginNs;
        boolean busy = true;
        long leftNs = bounds.longest().toNanos();
        while ((busy || clock.epochNanos() - beginNs < bounds.shortest().toNanos())
                && leftNs > 0
                && !ended.await(Math.min(leftNs, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)), TimeUnit.NANOSECONDS)) {
            long nowMs = observed ? compilers.getTotalCompilationTime() : 0;
            long nowNs = clock.epochNanos();
            busy = nowMs - compiledMs > QUIET_SHARE * TimeUnit.NANOSECONDS.toMillis(nowNs - lookedNs);
            compiledMs = nowMs;
            lookedNs = nowNs;
            leftNs = beginNs + bounds.longest().toNanos() - nowNs;
        }
    }

    /** Sends a request on each connection, then reads all answers, again and again. */
    private void call(InetSocketAddress address, List<byte[]> requests, int first, int most) {
        WarmUpConnection[] connections = new WarmUpConnection[CONNECTIONS];
        try {
            int next = first;
            long beginNs = clock.epochNanos();
            while (!over && sent.addAndGet(CONNECTIONS) <= most) {
                for (int i = 0; i < CONNECTIONS; i++) {
                    if (connections[i] == null) {
                        connections[i] = WarmUpConnection.open(address, tls, TIME_OUT_MS);
                    }
                    connections[i].send(requests.get(next++ % requests.size()));
                }
                for (int i = 0; i < CONNECTIONS; i++) {
                    boolean kept = connections[i].receive();
                    answered.incrementAndGet();
                    if (!kept || connections[i].received() == REQUESTS_A_CONNECTION + i) {
                        connections[i].close();
                        connections[i] = null;
                    }
                }
                if (TimeUnit.NANOSECONDS.toMillis(clock.epochNanos() - beginNs) / SPELL_MS % 2 == 1) {
                    LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(PACE_MS));
                }
            }
        } catch (IOException e) {
            // The warm-up ends here; a defect shows when the real host is used.
        } finally {
            for (WarmUpConnection connection : connections) {
                if (connection != null) {
                    connection.close();
                }
            }
        }
    }
}
