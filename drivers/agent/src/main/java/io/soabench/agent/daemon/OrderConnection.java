package io.soabench.agent.daemon;

import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.plan.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A connection of a driver: its reader's thread takes orders, its writer's thread sends answers. A connection whose driver is too far behind
 * is closed, so that the agent never waits for a driver.
 */
final class OrderConnection implements AutoCloseable {

    /** The greatest number of unsent messages: some minutes of the output of load clients. */
    private static final int MOST_UNSENT = 20_000;

    private final SocketChannel channel;
    private final AnsweredOrders answered;
    private final Lease lease;
    private final BlockingQueue<HostMessage.Said> words = new LinkedBlockingQueue<>(MOST_UNSENT);
    private final Host.Listening listening;
    private final Thread reader = new Thread(this::read, "agent-orders");
    private final Thread writer = new Thread(this::write, "agent-words");

    OrderConnection(SocketChannel channel, Host host, AnsweredOrders answered, Lease lease) {
        this.channel = channel;
        this.answered = answered;
        this.lease = lease;
        this.listening = host.listen(word -> send(new HostMessage.Said(0, word)));
        reader.setDaemon(true);
        writer.setDaemon(true);
    }

    void start() {
        reader.start();
        writer.start();
    }

    /** Returns whether the driver is still connected. */
    boolean isThere() {
        return channel.isOpen();
    }

    /** Sends a message after all earlier ones. */
    void send(HostMessage.Said word) {
        if (!words.offer(word)) {
            close();
        }
    }

    private void read() {
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(input(), StandardCharsets.UTF_8))) {
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                lease.renew();
                if (!line.isBlank()) {
                    take(line);
                }
            }
        } catch (IOException e) {
            // The connection broke. A driver that needs more connects again.
            close();
        } finally {
            close();
        }
    }

    private void take(String line) {
        HostOrder.Asked asked;
        try {
            asked = Json.parse(line, HostOrder.Asked.class);
        } catch (UncheckedIOException e) {
            send(new HostMessage.Said(
                    0,
                    HostMessage.Answer.of(
                            HostProblem.of(HostProblem.Code.REFUSED, "", "no order: " + e.getMessage()))));
            return;
        }
        lease.renew(asked.order());
        var unused = answered.run(asked).thenAccept(answer -> send(new HostMessage.Said(asked.id(), answer)));
    }

    /** Returns the input. The stream of {@code Channels} will not do: it blocks writers during a read (JDK-8279339). */
    private InputStream input() {
        return new InputStream() {
            private final byte[] one = new byte[1];

            @Override
            public int read() throws IOException {
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return channel.read(ByteBuffer.wrap(into, offset, length));
            }
        };
    }

    private void write() {
        try {
            while (channel.isOpen()) {
                ByteBuffer line = ByteBuffer.wrap((Json.line(words.take()) + "\n").getBytes(StandardCharsets.UTF_8));
                while (line.hasRemaining()) {
                    channel.write(line);
                }
            }
        } catch (IOException e) {
            close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes the connection; the execution of its orders goes on. */
    @Override
    public void close() {
        listening.close();
        writer.interrupt();
        try {
            channel.close();
        } catch (IOException e) {
            // Whoever sends a message may close a connection, and has other work to go on with.
            System.err.println("a connection cannot be closed: " + e.getMessage());
        }
    }
}
