package io.soabench.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A finder of free ports. They are taken from below the range that the kernel gives to outgoing connections, so that no
 * load client can have one by the time a server opens it. Used by one thread.
 */
public final class Ports {

    private static final int FIRST_PORT = 20_000;
    private static final int LAST_WHEN_UNKNOWN = 32_767;

    /**
     * The distance between the first ports of two finders in one process. It is more than the ports of one run, so that
     * runs at the same time use different ports.
     */
    private static final int FINDER_DISTANCE = 97;

    private static final AtomicInteger FINDERS = new AtomicInteger();

    private final Set<Integer> given = new HashSet<>();
    private final int last;
    private int next;

    /** Creates a finder that has given no port yet. */
    public Ports() {
        last = beforeOutgoing();
        long apart = ProcessHandle.current().pid() * 61 + (long) FINDERS.getAndIncrement() * FINDER_DISTANCE;
        next = FIRST_PORT + (int) (apart % Math.max(1, last - FIRST_PORT));
    }

    private static int beforeOutgoing() {
        try {
            String range = Files.readString(Path.of("/proc/sys/net/ipv4/ip_local_port_range"));
            int first = Integer.parseInt(range.strip().split("\\s+", 2)[0]);
            return first > FIRST_PORT + 1000 ? first - 1 : LAST_WHEN_UNKNOWN;
        } catch (IOException | NumberFormatException e) {
            return LAST_WHEN_UNKNOWN;
        }
    }

    /** Returns whether a server could listen there now. */
    public static boolean free(String address, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns a port that is free and was not given before; it is not reserved. */
    public int choose(String address) throws IOException {
        for (int i = FIRST_PORT; i <= last; i++) {
            int port = next;
            next = next >= last ? FIRST_PORT : next + 1;
            if (!given.contains(port) && free(address, port)) {
                given.add(port);
                return port;
            }
        }
        given.clear();
        throw new IOException("no port from " + FIRST_PORT + " to " + last + " is free on " + address);
    }

    /** Returns the process that listens on a port, in words: {@code process 4711 (java)}; empty when that cannot be seen. */
    public static Optional<String> owner(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : lines(Path.of(table))) {
                String[] columns = line.strip().split("\\s+", -1);
                if (columns.length > 9 && columns[3].equals("0A") && columns[1].endsWith(":%04X".formatted(port))) {
                    sockets.add("socket:[" + columns[9] + "]");
                }
            }
        }
        return sockets.isEmpty() ? Optional.empty() : holder(sockets);
    }

    private static List<String> lines(Path table) {
        try {
            return Files.readAllLines(table);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Optional<String> holder(Set<String> sockets) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process, sockets)) {
                    return Optional.of("process " + process.getFileName() + " ("
                            + Files.readString(process.resolve("comm"), StandardCharsets.UTF_8)
                                    .strip() + ")");
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static boolean holds(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : open) {
                if (sockets.contains(target(descriptor))) {
                    return true;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // It belongs to somebody else, or has ended meanwhile.
            return false;
        }
        return false;
    }

    /** Returns the name of what a process has open; empty when it was closed meanwhile. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
