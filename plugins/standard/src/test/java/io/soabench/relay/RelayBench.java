package io.soabench.relay;

import io.soabench.plan.HostClock;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Locale;

/**
 * What a relay adds: exchanges of one byte on one connection, and the throughput of a bulk transfer, direct (the floor) and through a relay
 * in the same JVM. Arguments: number of exchanges, mebibytes.
 */
public final class RelayBench {

    private static final HostClock CLOCK = HostClock.system();
    private static final int BLOCK = 1 << 16;

    private RelayBench() {}

    public static void main(String[] arguments) throws Exception {
        int exchanges = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2000;
        int mebibytes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 512;
        ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        daemon(() -> {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                daemon(() -> serve(socket));
            }
        });
        InetSocketAddress direct = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
        System.out.println("round trips           min us   p50 us   p99 us   max us");
        exchanges("direct", direct, exchanges);
        for (String latency : new String[] {"constant:0", "constant:0.5", "constant:2", "constant:10"}) {
            int number = latency.endsWith("10") ? exchanges / 10 : exchanges;
            exchanges(latency, relay(latency, direct), number);
        }
        System.out.println("throughput            MiB/s");
        bulk("direct", direct, mebibytes);
        bulk("constant:0", relay("constant:0", direct), mebibytes);
        bulk("constant:10", relay("constant:10", direct), mebibytes / 4);
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                System.err.println(e.getMessage());
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Answers each byte that comes alone. */
    private static void serve(Socket socket) throws IOException {
        try (socket) {
            InputStream in = socket.getInputStream();
            byte[] block = new byte[BLOCK];
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                if (read == 1) {
                    socket.getOutputStream().write(1);
                }
            }
        }
    }

    private static InetSocketAddress relay(String latency, InetSocketAddress to) throws Exception {
        RelayServer relay = RelayServer.open(
                RelayOptions.parse(
                        "--listen",
                        "127.0.0.1:0",
                        "--to",
                        "127.0.0.1:" + to.getPort(),
                        "--request-latency",
                        latency,
                        "--response-latency",
                        latency,
                        "--seed",
                        "1",
                        "--repetition",
                        "1"),
                CLOCK);
        daemon(relay::run);
        return relay.address();
    }

    private static void exchanges(String what, InetSocketAddress to, int number) throws IOException {
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            socket.setTcpNoDelay(true);
            long[] ns = new long[number];
            for (int i = -number / 4; i < number; i++) {
                long beginNs = CLOCK.epochNanos();
                socket.getOutputStream().write(1);
                socket.getInputStream().read();
                ns[Math.max(0, i)] = CLOCK.epochNanos() - beginNs;
            }
            Arrays.sort(ns);
            System.out.printf(
                    Locale.ROOT,
                    "%-20s %8d %8d %8d %8d%n",
                    what,
                    ns[0] / 1000,
                    ns[number / 2] / 1000,
                    ns[number * 99 / 100] / 1000,
                    ns[number - 1] / 1000);
        }
    }

    private static void bulk(String what, InetSocketAddress to, int mebibytes) throws IOException {
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            byte[] block = new byte[1 << 20];
            long beginNs = CLOCK.epochNanos();
            for (int i = 0; i < mebibytes; i++) {
                socket.getOutputStream().write(block);
            }
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
            double seconds = (CLOCK.epochNanos() - beginNs) / 1e9;
            System.out.printf(Locale.ROOT, "%-20s %8.0f%n", what, mebibytes / seconds);
        }
    }
}
