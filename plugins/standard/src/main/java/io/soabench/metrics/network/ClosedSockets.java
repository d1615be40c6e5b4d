package io.soabench.metrics.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A collector of the kernel's final report on each TCP connection of this machine that ends. The kernel keeps few
 * reports, so a thread of its own receives them. Any thread may call {@link #take}.
 */
final class ClosedSockets implements AutoCloseable {

    /** The groups of ended TCP sockets, version 4 and 6 ({@code enum sknetlink_groups}). */
    private static final int GROUPS = 1 | (1 << 2);

    private static final int BUFFER_BYTES = 8 << 20;

    /** The receive timeout, and so the longest wait of {@link #close}. */
    private static final int TIMEOUT_MS = 100;

    private final NetlinkSocket kernel;
    private final ConcurrentLinkedQueue<TcpSocket> closed = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean ended;
    private volatile String problem = "";

    ClosedSockets() throws IOException {
        kernel = new NetlinkSocket(GROUPS, BUFFER_BYTES, TIMEOUT_MS);
        thread = new Thread(this::collect, "metrics-closed-sockets");
        thread.setDaemon(true);
        thread.start();
    }

    private void collect() {
        try {
            while (!ended) {
                int length = kernel.receive();
                if (length == NetlinkSocket.LOST_MESSAGES) {
                    problem = "connections ended faster than they could be recorded, so the count is not complete";
                } else if (length != NetlinkSocket.NO_MESSAGE) {
                    DiagMessage.read(kernel.message(length), closed::add);
                }
            }
        } catch (IOException | RuntimeException e) {
            problem = String.valueOf(e.getMessage());
        }
    }

    /** Returns and removes the sockets that have ended since the last call. */
    List<TcpSocket> take() {
        List<TcpSocket> taken = new ArrayList<>();
        for (TcpSocket socket = closed.poll(); socket != null; socket = closed.poll()) {
            taken.add(socket);
        }
        return taken;
    }

    /** Returns the reason for an incomplete collection. */
    Optional<String> problem() {
        return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
    }

    @Override
    public void close() {
        ended = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        kernel.close();
    }
}
