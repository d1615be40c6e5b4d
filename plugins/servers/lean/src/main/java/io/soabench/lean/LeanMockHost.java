package io.soabench.lean;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.mock.CallLog;
import io.soabench.mock.Callbacks;
import io.soabench.mock.HostProgram;
import io.soabench.mock.HostRefused;
import io.soabench.mock.HostTls;
import io.soabench.mock.InstancePorts;
import io.soabench.mock.MockServices;
import io.soabench.mock.RunningHost;
import io.soabench.plan.HostClock;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * Mocked services on Netty: HTTP/1.1 with keep-alive and pipelining, at {@code /services/<path>}. An instance with a
 * port of its own is served only there.
 */
public final class LeanMockHost implements RunningHost {

    /**
     * The number of event loops, if there are as many processors. With only one, a host is busy most of the time at
     * 20,000 calls a second, and callers open more and more connections while they wait (docs/decisions/0015).
     */
    private static final int MOST_THREADS = 4;

    /** The time limit for closing after the last answer. */
    private static final long CLOSE_MS = 500;

    private final MultiThreadIoEventLoopGroup loops;
    private final ListeningPort listening;
    private final InstancePorts instancePorts;
    private final HostConnections open;
    private final Callbacks callbacks;

    private LeanMockHost(
            MultiThreadIoEventLoopGroup loops,
            ListeningPort listening,
            InstancePorts instancePorts,
            HostConnections open,
            Callbacks callbacks) {
        this.loops = loops;
        this.listening = listening;
        this.instancePorts = instancePorts;
        this.open = open;
        this.callbacks = callbacks;
    }

    /** Runs the host until SIGTERM; see {@link HostProgram}. */
    public static void main(String[] arguments) {
        HostProgram.run(
                arguments,
                "/services",
                tls -> (host, port, services, calls) -> start(host, port, services, calls, tls));
    }

    /** Starts a host without TLS; see {@link RunningHost.Starter}. */
    public static LeanMockHost start(String host, int port, MockServices services, CallLog calls) throws HostRefused {
        return start(host, port, services, calls, HostTls.NONE);
    }

    /** Starts a host; see {@link RunningHost.Starter}. */
    static LeanMockHost start(String host, int port, MockServices services, CallLog calls, HostTls tls)
            throws HostRefused {
        Optional<SSLContext> shown = tls.shown();
        HostClock clock = HostClock.system();
        int threads = Math.max(1, Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()));
        Callbacks callbacks = new Callbacks(services, clock, calls, tls);
        MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory("lean-mock", true), NioIoHandler.newFactory());
        HostConnections open = new HostConnections(loops);
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            shutDown(loops);
            throw new HostRefused("--host " + host + " is not a known address; use one of this machine");
        }
        InstancePorts instancePorts = new InstancePorts(services, service -> {
            MockServices alone = MockServices.only(service);
            return new ListeningPort(
                    loops,
                    new InetSocketAddress(host, service.ownPort()),
                    shown,
                    () -> new LeanConnection(alone, null, calls, callbacks, clock, open));
        });
        MockServices shared = services.shared();
        ListeningPort listening = new ListeningPort(
                loops, address, shown, () -> new LeanConnection(shared, instancePorts, calls, callbacks, clock, open));
        try {
            instancePorts.start();
            listening.open();
        } catch (HostRefused e) {
            shutDown(loops);
            throw e;
        }
        return new LeanMockHost(loops, listening, instancePorts, open, callbacks);
    }

    @Override
    public int port() {
        return listening.port();
    }

    /** Returns the number of requests that have been received and not answered. */
    int openRequests() {
        return open.unanswered();
    }

    @Override
    public void stop(Duration grace) {
        listening.shut();
        instancePorts.stop();
        open.drain(grace);
        callbacks.stop(grace);
        shutDown(loops);
    }

    private static void shutDown(MultiThreadIoEventLoopGroup loops) {
        loops.shutdownGracefully(0, CLOSE_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_MS);
    }
}
