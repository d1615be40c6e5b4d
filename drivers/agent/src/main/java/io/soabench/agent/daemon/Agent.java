package io.soabench.agent.daemon;

import io.soabench.agent.HostExecutor;
import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.plan.HostClock;
import io.soabench.plugin.MetricSources;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The parent of all servers and load clients of a host that is not the driver's. The agent is started in the testbed's directory there and
 * takes any number of connections at {@value #SOCKET}. It reads one {@link HostOrder.Asked} a line and writes one {@link HostMessage.Said} a line.
 * Its processes are ended when the repetition's time is over. The agent itself ends when there was no connection for {@link Lease#IDLE} and
 * nothing runs.
 */
public final class Agent implements AutoCloseable {

    /** The socket's name in the testbed's directory. Relative: the path of a socket has 107 bytes at most. */
    public static final String SOCKET = "agent.sock";

    private static final long TICK_MS = 500;
    private static final long ALIVE_TICKS = 4;
    private static final Duration END = Duration.ofMinutes(2);

    private final Host host;
    private final Lease lease;
    private final AnsweredOrders answered;
    private final ServerSocketChannel listener;
    private final List<OrderConnection> connections = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "agent-ticks");
        thread.setDaemon(true);
        return thread;
    });
    private long tick;

    /**
     * Creates an agent that accepts connections from now on.
     *
     * @param socket an old one is replaced
     * @param host executes the orders
     */
    public Agent(Path socket, Host host, HostClock clock) throws IOException {
        this.host = host;
        this.lease = new Lease(clock);
        this.answered = new AnsweredOrders(host);
        Files.deleteIfExists(socket);
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
    }

    /** Runs the program; the working directory is the testbed's. */
    public static void main(String[] arguments) throws IOException {
        RepetitionClock clock = new RepetitionClock();
        try (HostExecutor executor = new HostExecutor(MetricSources.load(Agent.class.getClassLoader()), clock);
                Agent agent = new Agent(Path.of(SOCKET), clock.renewedBy(executor), HostClock.system())) {
            Runtime.getRuntime().addShutdownHook(new Thread(executor::close, "agent-end"));
            agent.work();
        }
        System.exit(0);
    }

    /** Takes connections until it is closed, or has nothing to do any more. */
    public void work() throws IOException {
        var unused = ticks.scheduleWithFixedDelay(this::tick, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
        try {
            while (true) {
                OrderConnection connection = new OrderConnection(listener.accept(), host, answered, lease);
                connections.add(connection);
                lease.renew();
                connection.start();
            }
        } catch (ClosedChannelException e) {
            // The agent was closed.
            ticks.shutdown();
        }
    }

    private void tick() {
        try {
            look();
        } catch (RuntimeException | Error e) {
            // The timer would drop what is thrown, and call no more: nobody would end what runs here.
            System.err.println("a look at the connections failed: " + e);
        }
    }

    private void look() {
        connections.removeIf(connection -> !connection.isThere());
        if (++tick % ALIVE_TICKS == 0) {
            connections.forEach(connection -> connection.send(new HostMessage.Said(0, new HostMessage.Alive())));
        }
        if (lease.isOver()) {
            endAll();
        }
        if (lease.isIdle()) {
            close();
        }
    }

    /** Ends all servers and load clients, in order. */
    private void endAll() {
        var unused = host.ask(new HostOrder.Cancel());
        try {
            var stopped = host.ask(new HostOrder.Stop(END.toMillis())).get(END.toMillis(), TimeUnit.MILLISECONDS);
            if (stopped.problem() != null) {
                System.err.println(stopped.problem().text());
            }
        } catch (ExecutionException | TimeoutException e) {
            System.err.println("what runs cannot be ended: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes the socket and all connections. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            System.err.println("the socket cannot be closed: " + e.getMessage());
        }
        connections.forEach(OrderConnection::close);
    }
}
