package io.soabench.engine.server.admin;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.tls.ServerTls;
import io.soabench.engine.server.tls.TlsLayer;
import io.soabench.engine.server.transport.Transport;
import io.soabench.engine.server.transport.TransportException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The server of the admin interface. One event loop reads requests and answers those that take no time; deployments and
 * other slow requests have threads of their own. So neither an unfinished request nor a slow deployment delays
 * {@code /health}. A connection whose request does not arrive in time is closed. When there are more than
 * {@value #MAX_CONNECTIONS} connections, the one that has waited longest is closed. Thread-safe.
 */
public final class AdminInterface implements AutoCloseable {
    static final long HEAD_NS = TimeUnit.SECONDS.toNanos(5);
    static final long REQUEST_NS = TimeUnit.SECONDS.toNanos(60);
    static final long IDLE_NS = TimeUnit.MINUTES.toNanos(2);
    private static final int MAX_CONNECTIONS = 100;
    private static final int MAX_WAITING = 100;
    private static final int MAX_BATCH_THREADS = 4;
    private static final int READING_THREADS = 2;
    private static final long SWEEP_MS = 500;
    private static final long STOP_MS = 500;

    private final AdminGate gate;
    private final AdminService service;
    private final Failures failures;
    private final EngineClock clock;
    private final EventLoopGroup group;
    private final ThreadPoolExecutor slow;
    private final ThreadPoolExecutor reading;
    private final ThreadPoolExecutor running;
    private final Channel listener;
    /** The connections of the event loop, in the order of their opening. */
    private final Set<AdminConnection> connections = new LinkedHashSet<>();

    private volatile boolean closing;

    /**
     * Starts to listen on the loopback address.
     *
     * @param port TCP port, 0 for any free one
     * @param tls the TLS of its connections; null for none
     * @param token the token that clients must send
     * @param service the source of the answers
     * @param memory the memory that connections may hold
     * @param failures the counter and log of the engine's errors
     * @param ended called when the thread or the socket of the interface has ended that nobody has closed, once or twice;
     *     no client reaches the interface any more
     * @param clock the time
     * @throws IOException when the port cannot be used
     */
    @SuppressWarnings("FutureReturnValueIgnored") // The sweep ends with its event loop.
    public AdminInterface(
            int port,
            ServerTls tls,
            AdminToken token,
            AdminService service,
            HeldMemory memory,
            Failures failures,
            Runnable ended,
            EngineClock clock)
            throws IOException {
        this.clock = clock;
        this.gate = new AdminGate(token, tls == null ? "http" : "https");
        this.service = service;
        this.failures = failures;
        try {
            group = Transport.NIO.loops(1, new DefaultThreadFactory("admin", true));
        } catch (TransportException e) {
            throw new IOException(e.getMessage(), e);
        }
        slow = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING),
                new DefaultThreadFactory("deploy", true));
        reading = new ThreadPoolExecutor(
                READING_THREADS,
                READING_THREADS,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING),
                new DefaultThreadFactory("look", true));
        reading.allowCoreThreadTimeOut(true);
        // One batch runs at a time. The other threads refuse further ones, and take one that comes while the
        // last is being answered.
        running = new ThreadPoolExecutor(
                0,
                MAX_BATCH_THREADS,
                1,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new DefaultThreadFactory("batch", true));
        ChannelFuture bound = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel accepted) {
                        if (tls != null) {
                            accepted.pipeline().addLast(TlsLayer.NAME, tls.handler(accepted.alloc()));
                        }
                        accepted.pipeline().addLast(new AdminConnection(AdminInterface.this, memory));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            stop();
            throw new IOException(bound.cause().getMessage(), bound.cause());
        }
        listener = bound.channel();
        // A lack of memory may end the thread, or have Netty close the socket while a connection is accepted.
        listener.closeFuture().addListener(closed -> endedUnlessClosing(ended));
        group.terminationFuture().addListener(closed -> endedUnlessClosing(ended));
        group.scheduleAtFixedRate(this::sweep, SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
    }

    private void endedUnlessClosing(Runnable ended) {
        if (!closing) {
            ended.run();
        }
    }

    /** Returns the port it listens on. */
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    AdminGate gate() {
        return gate;
    }

    Failures failures() {
        return failures;
    }

    long nowNs() {
        return clock.nanoTime();
    }

    long epochMs() {
        return clock.epochMs();
    }

    /** Returns the answer to a request, also after any error. */
    AdminAnswer answer(AdminRequest request) {
        try {
            return service.answer(request);
        } catch (RuntimeException | Error e) {
            failures.caught("An admin request", e);
            return AdminAnswer.sentence(
                    500, "The engine failed to handle this request: " + e + "; see its log for where.");
        }
    }

    /**
     * Runs a slow request. Batches have threads of their own. Reading requests run beside changing ones, and changing
     * requests run one after the other.
     *
     * @return a refusal; null if the request runs or will run
     */
    AdminAnswer runSlow(AdminRequest request, Runnable task) {
        boolean batch = isBatch(request);
        try {
            boolean isReading = request.method().equals("GET");
            (batch ? running : isReading ? reading : slow).execute(task);
            return null;
        } catch (RejectedExecutionException e) {
            return batch
                    ? AdminAnswer.sentence(
                            503, "Too many requests for batches are being handled already; try again later.")
                    : AdminAnswer.sentence(503, "Too many requests wait already; try again later.");
        }
    }

    /** Returns whether a request may be slow, so that it must not delay others. */
    boolean isSlow(AdminRequest request) {
        return service.isSlow(request.path());
    }

    private static boolean isBatch(AdminRequest request) {
        return BatchRoutes.isLong(request.method(), request.path());
    }

    void shutdown() {
        service.shutdown();
    }

    void opened(AdminConnection connection) {
        connections.add(connection);
        if (connections.size() > MAX_CONNECTIONS) {
            connections.stream().filter(other -> !other.isBusy()).findFirst().ifPresent(AdminConnection::close);
        }
    }

    void closed(AdminConnection connection) {
        connections.remove(connection);
    }

    private void sweep() {
        try {
            long nowNs = nowNs();
            List<AdminConnection> late = new ArrayList<>();
            for (AdminConnection connection : connections) {
                if (connection.isLate(nowNs)) {
                    late.add(connection);
                }
            }
            late.forEach(AdminConnection::close);
        } catch (RuntimeException | Error e) {
            failures.caught("A look at admin connections", e);
        }
    }

    private void stop() {
        closing = true;
        slow.shutdownNow();
        reading.shutdownNow();
        running.shutdownNow();
        Transport.close(group, STOP_MS);
    }

    /** Stops listening. */
    @Override
    public void close() {
        closing = true;
        listener.close().awaitUninterruptibly(STOP_MS, TimeUnit.MILLISECONDS);
        stop();
    }
}
