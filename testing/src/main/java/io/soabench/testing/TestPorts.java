package io.soabench.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The free ports of this machine for programs that a test starts.
 *
 * <p>They are below the range that the kernel gives to outgoing connections, unless that range leaves too few ports: such a connection could take the
 * port while the program still starts. They are also below the ports that drivers choose.
 *
 * <p>Processes that run at the same time get different ports. The range has blocks, and a process owns a block as long as it listens on the first
 * port of it, which nobody else is given.
 *
 * <p>Thread-safe.
 */
public final class TestPorts {

    private static final int FIRST = 10_000;

    /** The last port before those that drivers choose. */
    private static final int LAST = 19_999;

    private static final int BLOCK = 100;
    private static final int LEAST_BLOCKS = 10;

    private static final TestPorts OF_THIS_PROCESS = new TestPorts(FIRST, last(), BLOCK);

    private final int first;
    private final int blocks;
    private final int size;
    private final int begin;

    /** The open first ports of the blocks of this process, which end with it. */
    private final List<ServerSocket> owned = new ArrayList<>();

    private int visited;
    private int next;
    private int end;

    /**
     * Creates the ports of a range, which begin at a block by chance.
     *
     * @param last the last port of the range
     * @param size ports of a block, its first port included
     */
    TestPorts(int first, int last, int size) {
        this.first = first;
        this.size = size;
        this.blocks = (last - first + 1) / size;
        this.begin = ThreadLocalRandom.current().nextInt(blocks);
    }

    /** Returns a port that is free and was not given before. */
    public static int next() {
        return OF_THIS_PROCESS.take();
    }

    private static int last() {
        try {
            String range = Files.readString(Path.of("/proc/sys/net/ipv4/ip_local_port_range"));
            int outgoing = Integer.parseInt(range.strip().split("\\s+", 2)[0]);
            return outgoing >= FIRST + LEAST_BLOCKS * BLOCK ? Math.min(LAST, outgoing - 1) : LAST;
        } catch (IOException | NumberFormatException e) {
            return LAST;
        }
    }

    /** Returns a port that is free and was not given before. */
    synchronized int take() {
        while (true) {
            if (next == end) {
                own();
            }
            int port = next++;
            if (free(port)) {
                return port;
            }
        }
    }

    /** Takes the next block that no process owns. */
    private void own() {
        while (visited < blocks) {
            int start = first + ((begin + visited) % blocks) * size;
            visited++;
            try {
                owned.add(new ServerSocket(start, 1, InetAddress.getLoopbackAddress()));
                next = start + 1;
                end = start + size;
                return;
            } catch (IOException e) {
                // Another process has it.
            }
        }
        throw new IllegalStateException("no port from " + first + " to " + (first + blocks * size - 1) + " is left");
    }

    /** Returns whether a program could listen on a port, at whichever address of this machine. */
    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
