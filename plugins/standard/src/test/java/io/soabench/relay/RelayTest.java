package io.soabench.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.HostClock;
import io.soabench.testing.TestPorts;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets on loopback. Times have lower bounds only, since nothing bounds what a busy machine takes. */
@Timeout(300)
class RelayTest {

    private static final HostClock CLOCK = HostClock.system();
    private static final long SEED = 11;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<RelayServer> relays = new ArrayList<>();
    private final List<Future<?>> background = new CopyOnWriteArrayList<>();
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void end() throws Exception {
        relays.forEach(RelayServer::close);
        server.close();
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    private Socket throughRelay(String request, String response) throws Exception {
        return connect(relay(request, response, server.getLocalPort()));
    }

    private InetSocketAddress relay(String request, String response, int to) throws Exception {
        RelayServer relay = RelayServer.open(
                RelayOptions.parse(
                        "--listen",
                        "127.0.0.1:0",
                        "--to",
                        "127.0.0.1:" + to,
                        "--request-latency",
                        request,
                        "--response-latency",
                        response,
                        "--seed",
                        Long.toString(SEED),
                        "--repetition",
                        "1"),
                CLOCK);
        relays.add(relay);
        background(() -> {
            relay.run();
            return null;
        });
        return relay.address();
    }

    private static Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** Lets a thread do what goes on until sockets are closed. */
    private void background(Callable<?> work) {
        background.add(threads.submit(work));
    }

    /** Answers each byte with itself. */
    private void echo() {
        background(() -> {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                background(() -> {
                    try (socket) {
                        socket.getInputStream().transferTo(socket.getOutputStream());
                    }
                    return null;
                });
            }
        });
    }

    private static long exchangeNs(Socket socket) throws IOException {
        long beginNs = CLOCK.epochNanos();
        socket.getOutputStream().write(1);
        assertThat(socket.getInputStream().read()).isEqualTo(1);
        return CLOCK.epochNanos() - beginNs;
    }

    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private static long ms(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }

    @Test
    void shouldTakeBothLatenciesForAnExchangeAndOneRoundTripMoreForTheFirst() throws Exception {
        echo();
        InetSocketAddress relay = relay("constant:20", "constant:30", server.getLocalPort());
        long beginNs = CLOCK.epochNanos();
        try (Socket socket = connect(relay)) {
            assertThat(exchangeNs(socket)).isGreaterThanOrEqualTo(ms(50));
            assertThat(CLOCK.epochNanos() - beginNs).isGreaterThanOrEqualTo(ms(100));
            long next = Long.MAX_VALUE;
            // A busy machine disturbs many of them, but not all.
            for (int i = 0; i < 100 && next >= ms(95); i++) {
                long ns = exchangeNs(socket);
                assertThat(ns).isGreaterThanOrEqualTo(ms(50));
                next = Math.min(next, ns);
            }
            assertThat(next).as("the handshake is paid for once").isLessThan(ms(95));
        }
    }

    @Test
    void shouldKeepTheOrderOfBytesWhenLatenciesVary() throws Exception {
        echo();
        byte[] sent = new byte[300];
        new Random(SEED).nextBytes(sent);
        try (Socket socket = throughRelay("exponential:3", "uniform:0:5")) {
            Future<byte[]> answered =
                    threads.submit(() -> socket.getInputStream().readNBytes(sent.length));
            for (byte each : sent) {
                socket.getOutputStream().write(each);
            }
            assertThat(answered.get()).isEqualTo(sent);
        }
    }

    @Test
    void shouldPassLargeBodiesOnWholeWhenMoreIsOnItsWayThanIsHeld() throws Exception {
        echo();
        byte[] sent = new byte[9 * DelayLine.MOST_HELD + 17];
        new Random(SEED).nextBytes(sent);
        try (Socket socket = throughRelay("constant:2", "constant:2")) {
            Future<byte[]> answered =
                    threads.submit(() -> socket.getInputStream().readNBytes(sent.length));
            socket.getOutputStream().write(sent);
            assertThat(Arrays.equals(answered.get(), sent)).isTrue();
        }
    }

    @Test
    void shouldHoldTheSenderBackWhenTheReceiverDoesNotRead() throws Exception {
        try (Socket socket = throughRelay("constant:0", "constant:0");
                Socket receiver = server.accept()) {
            byte[] block = new byte[1 << 16];
            long[] written = new long[1];
            Future<?> writing = threads.submit(() -> {
                OutputStream out = socket.getOutputStream();
                for (int i = 0; i < 1024; i++) {
                    out.write(block);
                    written[0] += block.length;
                }
                return null;
            });
            assertThatThrownBy(() -> writing.get(2, TimeUnit.SECONDS))
                    .as("64 MiB exceed what the relay and the kernel hold")
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);

            InputStream in = receiver.getInputStream();
            in.skipNBytes(1024L * block.length);
            writing.get();
            assertThat(written[0]).isEqualTo(1024L * block.length);
        }
    }

    @Test
    void shouldServeManyConnectionsAtOnce() throws Exception {
        echo();
        InetSocketAddress relay = relay("constant:50", "constant:50", server.getLocalPort());
        int number = 200;
        List<Socket> sockets = new ArrayList<>();
        long beginNs = CLOCK.epochNanos();
        for (int i = 0; i < number; i++) {
            sockets.add(connect(relay));
        }
        for (Socket socket : sockets) {
            socket.getOutputStream().write(7);
        }
        for (Socket socket : sockets) {
            assertThat(socket.getInputStream().read()).isEqualTo(7);
        }
        long allNs = CLOCK.epochNanos() - beginNs;
        for (Socket socket : sockets) {
            socket.close();
        }
        assertThat(allNs).isBetween(ms(200), number * ms(200) / 2);
    }

    @Test
    void shouldPassTheEndOfOutputOnAndStillAnswer() throws Exception {
        try (Socket socket = throughRelay("constant:1", "constant:1");
                Socket receiver = server.accept()) {
            socket.getOutputStream().write(new byte[] {1, 2, 3});
            socket.shutdownOutput();
            assertThat(receiver.getInputStream().readAllBytes()).containsExactly(1, 2, 3);
            receiver.getOutputStream().write(4);
            receiver.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes()).containsExactly(4);
        }
    }

    @Test
    void shouldPassAResetOn() throws Exception {
        try (Socket socket = throughRelay("constant:1", "constant:1");
                Socket receiver = server.accept()) {
            receiver.setSoTimeout(30_000);
            socket.getOutputStream().write(1);
            assertThat(receiver.getInputStream().read()).isEqualTo(1);
            reset(socket);
            assertThatThrownBy(() -> receiver.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void shouldResetTheClientWhenNobodyListensThere() throws Exception {
        server.close();
        try (Socket socket = connect(relay("constant:1", "constant:1", server.getLocalPort()))) {
            assertThatThrownBy(() -> {
                        socket.getOutputStream().write(1);
                        new DataInputStream(socket.getInputStream()).readByte();
                    })
                    .isInstanceOf(IOException.class);
        }
        listen();
        echo();
        try (Socket again = connect(relay("constant:1", "constant:1", server.getLocalPort()))) {
            assertThat(exchangeNs(again)).isPositive();
        }
    }

    @Test
    void shouldRefuseToOpenWhenThePortIsTaken() {
        assertThatThrownBy(() -> RelayServer.open(
                        RelayOptions.parse(
                                "--listen",
                                "127.0.0.1:" + server.getLocalPort(),
                                "--to",
                                "127.0.0.1:1",
                                "--request-latency",
                                "constant:1",
                                "--response-latency",
                                "constant:1",
                                "--seed",
                                "1",
                                "--repetition",
                                "1"),
                        CLOCK))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot listen on");
    }

    /** Starts a relay as a process that may have few open files. */
    private Process program(int port, int files) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -n " + files + " && exec \"$@\"",
                "relay",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                RelayProgram.class.getName(),
                "--listen",
                "127.0.0.1:" + port,
                "--to",
                "127.0.0.1:" + server.getLocalPort(),
                "--request-latency",
                "constant:1",
                "--response-latency",
                "constant:1",
                "--seed",
                Long.toString(SEED),
                "--repetition",
                "1");
        return builder.redirectErrorStream(true).start();
    }

    @Test
    void shouldGoOnAfterItHadNoFileDescriptorLeft() throws Exception {
        echo();
        int files = 250;
        int port = TestPorts.next();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        List<Socket> sockets = new ArrayList<>();
        Process relay = program(port, files);
        try {
            assertThat(relay.inputReader().readLine()).isEqualTo("ready");
            Path open = Path.of("/proc", Long.toString(relay.pid()), "fd");
            long left = Long.MAX_VALUE;
            // A first exchange, since the classes of the relay are files, too.
            sockets.add(connect(address));
            assertThat(exchangeNs(sockets.get(0))).isPositive();
            for (int i = 0; i < files; i++) {
                sockets.add(connect(address));
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (left > 1) {
                assertThat(System.nanoTime() - end)
                        .as("open files left: " + left)
                        .isNegative();
                try (Stream<Path> all = Files.list(open)) {
                    left = files - all.count();
                }
            }
            sockets.add(connect(address));
            assertThat(exchangeNs(sockets.get(0))).isPositive();
            assertThat(relay.isAlive()).isTrue();
            for (Socket socket : sockets) {
                socket.close();
            }

            try (Socket socket = connect(address)) {
                assertThat(exchangeNs(socket)).isPositive();
            }
        } finally {
            relay.destroyForcibly();
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void shouldEndWhenClosedWhileConnectionsAreOpen() throws Exception {
        CompletableFuture<Socket> accepted = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return server.accept();
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                },
                threads);
        try (Socket socket = throughRelay("constant:1", "constant:1");
                Socket receiver = accepted.get()) {
            relays.get(0).close();
            assertThat(receiver.getInputStream().read()).isEqualTo(-1);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }
}
