package io.soabench.engine.server.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.unix.UnixChannel;
import io.netty.channel.unix.UnixChannelOption;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The interfaces of the operating system by which an engine can use its sockets. All sockets of an event loop belong to
 * the transport that made the loop. No state. Source: Netty 4.2, {@code IoHandler}; io_uring(7).
 *
 * <p>Linux's epoll by Netty's native library is left out on purpose. Netty 4.2.10 finds the channel of an event by the
 * number of its file descriptor. A channel may be closed while the loop handles several events, and a new channel gets
 * its number. Then an event for the old channel closes the new one (docs/decisions/0051). {@code TransportContract}
 * shows that.
 */
public enum Transport {
    /** The sockets and the selector of Java. */
    NIO {
        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        public ServerSocketChannel listener() {
            return new NioServerSocketChannel();
        }

        @Override
        public ChannelFactory<? extends SocketChannel> connections() {
            return NioConnection::new;
        }

        @Override
        ChannelOption<Boolean> sharedPort() {
            return NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT);
        }

        @Override
        int read(Channel connection, ByteBuffer buffer) throws IOException {
            return ((NioConnection) connection).read(buffer);
        }

        @Override
        Throwable missing() {
            return null;
        }
    },

    /** The interface io_uring of Linux. */
    IO_URING {
        @Override
        IoHandlerFactory handlers() {
            return IoUringIoHandler.newFactory();
        }

        @Override
        public ServerSocketChannel listener() {
            return new IoUringServerSocketChannel();
        }

        @Override
        public ChannelFactory<? extends SocketChannel> connections() {
            return IoUringSocketChannel::new;
        }

        @Override
        public boolean readsAhead() {
            return true;
        }

        @Override
        ChannelOption<Boolean> sharedPort() {
            return UnixChannelOption.SO_REUSEPORT;
        }

        @Override
        int read(Channel connection, ByteBuffer buffer) throws IOException {
            return ((UnixChannel) connection).fd().read(buffer, buffer.position(), buffer.limit());
        }

        @Override
        Throwable missing() {
            Throwable cause = IoUring.unavailabilityCause();
            return cause == null ? tooOld(System.getProperty("os.version")) : cause;
        }
    };

    /**
     * The name of Netty's own switch, for all rings of the process, read when its class is loaded. By default Netty
     * asks the kernel once for every arrival on a socket. The kernel reports nothing again that arrives before the
     * reported bytes are read. If a partner sends a part of an answer and resets the connection, the engine reads the
     * part, misses the reset, and the call ends by its time-out. With the switch off, Netty asks again before each
     * read, and the kernel looks at the socket first (Netty 4.2.18, Linux 6.18; {@code TransportContract}).
     */
    private static final String ASKS_ONCE = "io.netty.iouring.pollAddMultishotEnabled";

    static {
        if (System.getProperty(ASKS_ONCE) == null) {
            System.setProperty(ASKS_ONCE, "false");
        }
    }

    private static final Pattern LINUX = Pattern.compile("(\\d+)\\.(\\d+).*");
    private static final int LINUX_MAJOR = 5;
    private static final int LINUX_MINOR = 14;

    /**
     * Returns the reason why io_uring is not used on a version of Linux; null if it is used. Netty supports it from 5.9
     * on. Before 5.12, however, rings count against the limit of locked memory of the process (io_uring_setup(2),
     * ENOMEM). On these versions, the ring of the first event loop may be possible and that of a later one may not, so
     * the engine would not start. This was not observed, only concluded.
     */
    static Throwable tooOld(String version) {
        Matcher matcher = LINUX.matcher(version);
        if (!matcher.matches()) {
            return null;
        }
        int major = Integer.parseInt(matcher.group(1));
        int minor = Integer.parseInt(matcher.group(2));
        return major > LINUX_MAJOR || (major == LINUX_MAJOR && minor >= LINUX_MINOR)
                ? null
                : new UnsupportedOperationException(
                        "Linux " + version + " is older than " + LINUX_MAJOR + "." + LINUX_MINOR);
    }

    abstract IoHandlerFactory handlers();

    /** Returns a socket that may listen; not yet registered anywhere. */
    public abstract ServerSocketChannel listener();

    /** Makes sockets that connect. A {@link SocketProbe} works with these sockets only. */
    public abstract ChannelFactory<? extends SocketChannel> connections();

    /** Returns the reason why this machine does not have the transport; null if it has. */
    abstract Throwable missing();

    /** Returns the option by which several processes listen at one port (SO_REUSEPORT). */
    abstract ChannelOption<Boolean> sharedPort();

    /**
     * Returns whether bytes may have left a socket before the event loop has handled them. The kernel may fulfil a
     * request to read while the loop handles others. A probe does not find such bytes. So an idle connection must not
     * be read, and its bytes stay in the socket.
     */
    public boolean readsAhead() {
        return false;
    }

    /**
     * Reads the available bytes directly, without Netty.
     *
     * @param buffer a direct one
     * @return the number of bytes; 0 if there are none, below 0 at the end
     */
    abstract int read(Channel connection, ByteBuffer buffer) throws IOException;

    /** Allows several processes to listen at the port of a socket. */
    public void sharePort(ServerSocketChannel listener) {
        listener.config().setOption(sharedPort(), true);
    }

    /**
     * Makes event loops.
     *
     * @throws TransportException when the system refuses their resources; then none runs
     */
    public EventLoopGroup loops(int threads, ThreadFactory factory) throws TransportException {
        try {
            EventLoopGroup group = new MultiThreadIoEventLoopGroup(threads, factory, handlers());
            for (EventExecutor loop : group) {
                ((SingleThreadEventExecutor) loop).addShutdownHook(() -> {});
            }
            return group;
        } catch (IllegalStateException e) {
            throw new TransportException(
                    "transport=" + text() + ": the event loops cannot start: " + reason(e)
                            + "; raise the limit of open files, or use fewer threads or --transport nio",
                    e);
        }
    }

    /**
     * Ends event loops of {@link #loops} and closes all their sockets, and waits for that, but not for long.
     *
     * <p>A loop of Netty 4.2 that is shut down without a quiet period closes its sockets as a rule only. When the shutdown begins while
     * the loop runs tasks, the loop ends and leaves them open: then the other sides wait for ever. With a quiet period, however
     * short, and a task to do at the shutdown, the loop comes round once more and closes them ({@code TransportContract}).
     */
    public static void close(EventLoopGroup group, long waitMs) {
        group.shutdownGracefully(1, TimeUnit.MILLISECONDS.toNanos(waitMs) / 2, TimeUnit.NANOSECONDS)
                .awaitUninterruptibly(waitMs, TimeUnit.MILLISECONDS);
    }

    /** Returns the reason why this machine does not have it; empty if it does. */
    public Optional<String> obstacle() {
        return Optional.ofNullable(missing()).map(Transport::reason);
    }

    /** Returns the name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the message of the innermost cause, in one line. The outer causes have only general messages of the
     * library.
     */
    static String reason(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        String message = innermost.getMessage();
        return message == null || message.isBlank()
                ? innermost.getClass().getSimpleName()
                : message.strip().lines().findFirst().orElseThrow();
    }
}
