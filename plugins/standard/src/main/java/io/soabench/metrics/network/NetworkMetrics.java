package io.soabench.metrics.network;

import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Metrics of the bytes that a server sends and receives over TCP, as the kernel counts them for each connection. Each
 * observation lists the connections that are alive. The kernel reports the final counts of those that end, so that
 * short connections are not missed.
 */
public final class NetworkMetrics implements MetricSource {

    private static final String SOURCE = "sock_diag: tcp_info bytes_sent - bytes_retrans, bytes_received";

    private static final String LIMITS =
            "Payload of TCP, loopback included, without headers and retransmissions; UDP and Unix"
                    + " sockets are not counted. Sent bytes are exact; received ones may be one too many for each connection that has"
                    + " ended. Connections that clients open to the server are counted however short they are; one that the server"
                    + " opens itself and closes between two observations is counted when it alone, of all servers observed, has been seen"
                    + " connected to that address.";

    private static final List<MetricRecord> METRICS = List.of(
            new MetricRecord("traffic", Kind.COUNTER, "bytes", SOURCE, LIMITS),
            new MetricRecord("traffic-sent", Kind.COUNTER, "bytes", SOURCE, LIMITS),
            new MetricRecord("traffic-received", Kind.COUNTER, "bytes", SOURCE, LIMITS));

    private static final String SOCKET = "socket:[";

    private final Path proc = Path.of("/proc");
    private ConnectionOwners connections = new ConnectionOwners();
    private ClosedSockets closed;
    private SocketDiag diag;

    @Override
    public List<MetricRecord> metrics() {
        return METRICS;
    }

    @Override
    public void observe(List<Long> pids, Sink sink) {
        try {
            open();
            String here = Files.readSymbolicLink(proc.resolve("self/ns/net")).toString();
            Set<Long> inodes = new HashSet<>();
            for (long pid : pids) {
                if (!descriptors(pid, here, inodes)) {
                    unavailable(
                            sink, "process " + pid + " of the server runs in a network of its own (network namespace)");
                    return;
                }
            }
            List<TcpSocket> alive = diag.list();
            // The closed sockets are taken after the list. A socket in both has ended.
            ConnectionOwners.Total total = connections.observe(pids.get(0), inodes, alive, closed.take());
            Optional<String> problem = problem(alive);
            if (problem.isPresent()) {
                unavailable(sink, problem.get());
            } else {
                sink.value("traffic", (double) (total.sentBytes() + total.receivedBytes()));
                sink.value("traffic-sent", (double) total.sentBytes());
                sink.value("traffic-received", (double) total.receivedBytes());
            }
        } catch (FileSystemException e) {
            unavailable(sink, e.getFile() + " may not be read: does the server belong to another user?");
        } catch (IOException | IllegalStateException | LinkageError e) {
            unavailable(sink, String.valueOf(e.getMessage()));
        }
    }

    private void open() throws IOException {
        if (closed == null) {
            closed = new ClosedSockets();
        }
        if (diag == null) {
            diag = new SocketDiag();
        }
    }

    private Optional<String> problem(List<TcpSocket> alive) {
        return alive.stream().anyMatch(socket -> socket.sentBytes() < 0)
                ? Optional.of("this kernel does not count the bytes of a connection; Linux 4.19 and newer do")
                : closed.problem();
    }

    private static void unavailable(Sink sink, String reason) {
        METRICS.forEach(metric -> sink.unavailable(metric.name(), reason));
    }

    /** Adds the sockets that a process holds; returns false when the process is in another network namespace. */
    private boolean descriptors(long pid, String here, Set<Long> inodes) throws IOException {
        Path process = proc.resolve(Long.toString(pid));
        try {
            if (!Files.readSymbolicLink(process.resolve("ns/net")).toString().equals(here)) {
                return false;
            }
            try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
                for (Path descriptor : descriptors) {
                    socket(descriptor).ifPresent(inodes::add);
                }
            }
        } catch (NoSuchFileException | DirectoryIteratorException e) {
            // It has ended meanwhile and holds nothing any more.
            return true;
        }
        return true;
    }

    private static Optional<Long> socket(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith(SOCKET)
                    ? Optional.of(Long.parseLong(target, SOCKET.length(), target.length() - 1, 10))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        if (closed != null) {
            closed.close();
            closed = null;
        }
        if (diag != null) {
            diag.close();
            diag = null;
        }
        connections = new ConnectionOwners();
    }
}
