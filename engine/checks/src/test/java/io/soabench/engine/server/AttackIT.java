package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.server.request.ClientLimits;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Hostile clients of every kind attack the engine. Honest clients must be served as usual meanwhile, and afterwards the
 * engine must hold nothing of the attackers.
 */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class AttackIT {
    private static final int HONEST = 4;
    private static final int REQUESTS = 100;
    private static final int DEADLINE_MS = 20_000;
    private static final int CLIENTS = 60;
    private static final long ALLOWED_GROWTH = 32L << 20;
    private static final String POST = "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\n";

    /** The kinds of hostile clients. */
    private enum Attack {
        SLOW_HEAD,
        SLOW_BODY,
        GARBAGE,
        HUGE,
        DEEP,
        ENTITIES,
        WRONG_TYPE,
        MANY_HEADERS,
        LEAVE_WITHOUT_READING,
        CONNECTIONS
    }

    @ParameterizedTest
    @EnumSource(
            value = SchedulingPolicy.class,
            names = {"AFFINE", "PIPELINE"})
    void shouldServeHonestClientsWhileOthersAttack(SchedulingPolicy policy) throws Exception {
        ClientLimits limits = new ClientLimits(
                CLIENTS, Duration.ofSeconds(60), Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(25));
        ExecutorService threads = Executors.newCachedThreadPool();
        try (LogCapture log = new LogCapture();
                EngineFixture fixture = new EngineFixture(EngineFixture.CONFIGURATION
                        .withThreads(policy, 2, 2, 1)
                        .withClients(limits)
                        .withLimits(1_000, 1_000, 50, 1 << 20, Duration.ofSeconds(10)))) {
            fixture.deploy("Plain", ASK + RESPOND);
            List<Socket> honest = new ArrayList<>();
            for (int i = 0; i < HONEST; i++) {
                honest.add(connect(fixture));
                converse(honest.get(i), "warm" + i);
            }
            long before = usedAfterCollection(0);

            AtomicInteger left = new AtomicInteger(HONEST);
            Map<Attack, Future<Integer>> attacks = new EnumMap<>(Attack.class);
            for (Attack attack : Attack.values()) {
                attacks.put(attack, threads.submit(() -> attack(fixture, attack, left)));
            }
            List<Future<Long>> served = new ArrayList<>();
            for (int i = 0; i < HONEST; i++) {
                Socket socket = honest.get(i);
                String name = "h" + i + "-";
                served.add(threads.submit(serve(socket, name, left)));
            }

            for (Future<Long> slowest : served) {
                assertThat(slowest.get(240, TimeUnit.SECONDS)).isLessThan(TimeUnit.MILLISECONDS.toNanos(DEADLINE_MS));
            }
            for (Map.Entry<Attack, Future<Integer>> attack : attacks.entrySet()) {
                assertThat(attack.getValue().get(60, TimeUnit.SECONDS))
                        .as("%s", attack.getKey())
                        .isPositive();
            }
            for (Socket socket : honest) {
                socket.close();
            }
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DEADLINE_MS);
            while (fixture.engine.running() > 0 && System.nanoTime() < end) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            assertThat(fixture.engine.running()).isZero();
            assertThat(log.records)
                    .allSatisfy(line -> assertThat(line.getThrown()).isNull());
            assertThat(usedAfterCollection(before + ALLOWED_GROWTH)).isLessThan(before + ALLOWED_GROWTH);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Socket connect(EngineFixture fixture) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port());
        socket.setSoTimeout(DEADLINE_MS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    /**
     * Sends requests one after the other.
     *
     * @return the longest time of a request in nanoseconds
     */
    private static Callable<Long> serve(Socket socket, String name, AtomicInteger left) {
        return () -> {
            try {
                long slowest = 0;
                for (int i = 0; i < REQUESTS; i++) {
                    long start = System.nanoTime();
                    converse(socket, name + i);
                    slowest = Math.max(slowest, System.nanoTime() - start);
                }
                return slowest;
            } finally {
                left.decrementAndGet();
            }
        };
    }

    private static void converse(Socket socket, String id) throws IOException {
        byte[] body = request(id).getBytes(StandardCharsets.UTF_8);
        String head = POST + "Content-Length: " + body.length + "\r\n\r\n";
        byte[] whole = (head + new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        socket.getOutputStream().write(whole);
        assertThat(answer(socket)).startsWith("HTTP/1.1 200 ").contains(">a-" + id + "<");
    }

    /** Reads one answer, of the length in its head. */
    private static String answer(Socket socket) throws IOException {
        InputStream input = new BufferedInputStream(socket.getInputStream(), 1);
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int next = input.read();
            assertThat(next).as("the end came after: " + text).isNotNegative();
            text.append((char) next);
        }
        String length = text.substring(text.indexOf("Content-Length: ") + 16);
        int bytes = Integer.parseInt(length.substring(0, length.indexOf('\r')));
        return text + new String(input.readNBytes(bytes), StandardCharsets.UTF_8);
    }

    /**
     * Attacks until the honest clients have finished.
     *
     * @return the number of attacks
     */
    private static int attack(EngineFixture fixture, Attack attack, AtomicInteger left) throws IOException {
        Random random = new Random(attack.name().hashCode());
        int times = 0;
        do {
            List<Socket> sockets = new ArrayList<>();
            try {
                int count = attack == Attack.CONNECTIONS ? CLIENTS + 10 : 2;
                for (int i = 0; i < count; i++) {
                    sockets.add(connect(fixture));
                }
                for (Socket socket : sockets) {
                    strike(socket, attack, random);
                }
            } catch (IOException e) {
                assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe|closed|timed out|refused).*");
            } finally {
                for (Socket socket : sockets) {
                    socket.close();
                }
            }
            times++;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        } while (left.get() > 0);
        return times;
    }

    private static void strike(Socket socket, Attack attack, Random random) throws IOException {
        switch (attack) {
            case SLOW_HEAD -> {
                send(socket, "POST /processes/Plain HTTP/1.1\r\nHost: ");
                drain(socket);
            }
            case SLOW_BODY -> {
                send(socket, POST + "Content-Length: 100\r\n\r\n<s:Env");
                drain(socket);
            }
            case GARBAGE -> {
                byte[] noise = new byte[2_000];
                random.nextBytes(noise);
                socket.getOutputStream().write(noise);
                socket.shutdownOutput();
                drain(socket);
            }
            case HUGE -> {
                send(socket, POST + "Transfer-Encoding: chunked\r\n\r\n");
                String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
                for (int i = 0; i < 64; i++) {
                    send(socket, chunk);
                }
                drain(socket);
            }
            case DEEP -> post(socket, request("<a>".repeat(200_000)));
            case ENTITIES ->
                post(
                        socket,
                        "<!DOCTYPE b [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
                                + request("&b;".repeat(1_000)));
            case WRONG_TYPE -> {
                send(
                        socket,
                        "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 3\r\n"
                                + "Connection: close\r\n\r\nabc");
                drain(socket);
            }
            case MANY_HEADERS -> {
                send(socket, POST + "A: b\r\n".repeat(5_000) + "\r\n");
                drain(socket);
            }
            case LEAVE_WITHOUT_READING -> {
                String body = request("gone");
                send(socket, POST + "Content-Length: " + body.length() + "\r\n\r\n" + body);
            }
            case CONNECTIONS -> socket.getInputStream().available();
        }
    }

    private static void post(Socket socket, String body) throws IOException {
        send(socket, POST + "Content-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body);
        drain(socket);
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Reads to the end of the connection: a refusal, if it arrives before the connection is reset. */
    private static void drain(Socket socket) throws IOException {
        String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(text).doesNotStartWith("HTTP/1.1 200").doesNotContain("HTTP/1.1 500");
    }

    /** Returns the heap in use when it is below a bound, or after a few tries. */
    private static long usedAfterCollection(long wanted) {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 20 && used > wanted; i++) {
            System.gc();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(wanted == 0 ? 0 : 100));
            used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            if (wanted == 0 && i >= 2) {
                break;
            }
        }
        return used;
    }
}
