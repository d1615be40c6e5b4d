package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.server.request.ClientLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Mutated requests to the HTTP and SOAP interface. Each case depends on its seed alone: a failure contains the seed,
 * and {@code -Dsoabench.fuzz.seed=N} runs the case again. A run of {@code -Dsoabench.fuzz.cases=N} prints the number of
 * requests, the longest wait of an honest client, and the engine's memory at the end.
 */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class FuzzIT {
    private static final long BUDGET_NS = TimeUnit.SECONDS.toNanos(6);
    private static final int DEADLINE_MS = 60_000;
    private static final int CASES = 3_000;
    private static final int BATCH = 100;

    /**
     * The number of cases at the same time in a long run. Most cases end by a time limit, so many are open at once;
     * they are fewer than the limit of clients.
     */
    private static final int LANES = 150;

    private static final int LONG_BATCH = 1_000;
    private static final int ATTEMPTS = 5;

    /** The number of logged exceptions that are shown with a failure. */
    private static final int LOGGED = 3;

    /** The number of cases after which all classes are loaded, so that further growth is a leak. */
    private static final int WARM = 1_000;

    private static final long GROWTH_BYTES = 16L << 20;

    /** The difference of threads and descriptors that is no leak: those of the client, and of requests that run. */
    private static final int GROWTH = 20;

    private static final ClientLimits LIMITS = new ClientLimits(
            1_000,
            Duration.ofMillis(300),
            Duration.ofMillis(150),
            Duration.ofMillis(300),
            ClientLimits.DEFAULT.admission());
    private static final String[] TOKENS = {
        "\r\n",
        "\r\n\r\n",
        "\n",
        ":",
        " ",
        "0",
        "-1",
        "ffffffff",
        "chunked",
        "Content-Length: 7\r\n",
        "Expect: 100-continue\r\n",
        "Transfer-Encoding: chunked\r\n",
        "<",
        ">",
        "&",
        "&amp;",
        "&#0;",
        "&#x110000;",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<?x ?>",
        "<!DOCTYPE a [<!ENTITY e 'e'>]>",
        "&e;",
        "xmlns=\"\"",
        "xmlns:s=\"\"",
        "xml:space=\"x\"",
        "</s:Body>",
        "<s:Header/>",
        "<s:Body/>",
        "\u0000",
        "\u00ff\u00fe",
        "\u00ef\u00bb\u00bf",
        "\u00c0\u0080",
        "\"",
        "'",
        "GET",
        "?wsdl",
        "%00",
        "../",
        "HTTP/1.0",
        "Connection: close\r\n",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>",
        "<?xml version=\"1.0\" encoding=\"IBM037\"?>",
        "Content-Type: text/xml; charset=utf-16\r\n",
        "Content-Type: text/xml; charset=windows-1252\r\n",
        "Host: y\r\n",
        "HTTP/1.X",
        "POKE",
        "\u00fe\u00ff"
    };

    @Test
    void shouldAnswerOrCloseWhenRequestsAreMutated() throws Exception {
        Long only = Long.getLong("soabench.fuzz.seed");
        try (LogCapture log = new LogCapture();
                EngineFixture fixture = new EngineFixture(EngineFixture.CONFIGURATION
                        .withClients(LIMITS)
                        .withLimits(1_000, 1_000, 50, 50_000, Duration.ofSeconds(2)))) {
            fixture.engine.deployer().deploy("Plain", archive(fixture));
            Integer asked = Integer.getInteger("soabench.fuzz.cases");
            int cases = only != null ? 1 : asked != null ? asked : CASES;
            long end = System.nanoTime() + (asked != null ? TimeUnit.DAYS.toNanos(1) : BUDGET_NS);
            int run = 0;
            int honest = 0;
            long worstNs = 0;
            Holding before = null;
            ExecutorService lanes = Executors.newFixedThreadPool(asked == null ? 1 : LANES);
            try {
                while (run < cases && System.nanoTime() - end < 0) {
                    long first = only == null ? run + 1 : only;
                    int batch = Math.min(asked == null ? BATCH : LONG_BATCH, cases - run);
                    try {
                        sendMutated(fixture.engine.port(), first, batch, lanes);
                    } catch (ExecutionException e) {
                        // What the engine said may be the cause: an event loop that has ended, for example.
                        log.records.stream()
                                .map(LogRecord::getThrown)
                                .filter(Objects::nonNull)
                                .limit(LOGGED)
                                .forEach(e::addSuppressed);
                        throw e;
                    }
                    run += batch;
                    fixture.partner.forget();
                    worstNs = Math.max(worstNs, honest(fixture.engine.port(), first));
                    honest++;
                    String seeds = "seeds " + first + " to " + (first + batch - 1);
                    assertThat(log.records).as(seeds).allSatisfy(line -> assertThat(line.getThrown())
                            .isNull());
                    assertThat(fixture.engine.counters().value(Counter.ERRORS))
                            .as(seeds)
                            .isZero();
                    if (run == WARM) {
                        before = Holding.now();
                    }
                }
            } finally {
                lanes.shutdownNow();
            }
            assertThat(run).isGreaterThan(only == null ? 50 : 0);
            if (before != null) {
                Holding after = Holding.now();
                if (asked != null) {
                    System.out.println(run + " inputs, " + honest + " honest requests, the slowest took "
                            + TimeUnit.NANOSECONDS.toMillis(worstNs) + " ms; after " + WARM + ": " + before
                            + "; at the end: "
                            + after);
                }
                assertThat(after.heapBytes()).isLessThan(before.heapBytes() + GROWTH_BYTES);
                assertThat(after.threads()).isLessThanOrEqualTo(before.threads() + GROWTH);
                assertThat(after.descriptors()).isLessThanOrEqualTo(before.descriptors() + GROWTH);
            }
            assertThat(fixture.post("Plain", request("fine")).body()).contains("a-fine");
            assertBalanced(fixture);
        }
    }

    /** Returns a process whose instances each call the partner once, also if a message has no id or two. */
    private static Map<String, byte[]> archive(EngineFixture fixture) {
        Map<String, byte[]> files = fixture.archive("Plain", ASK + RESPOND);
        String process = new String(files.get("Plain.bpel"), StandardCharsets.UTF_8);
        String any = process.replace("<from>$request.body/c:id</from>", "<from>string($request.body/c:id)</from>");
        assertThat(any).isNotEqualTo(process);
        files.put("Plain.bpel", any.getBytes(StandardCharsets.UTF_8));
        return files;
    }

    /**
     * The memory of this virtual machine, which also runs the test and its client.
     *
     * @param heapBytes after a collection
     */
    private record Holding(long heapBytes, int threads, long descriptors) {
        static Holding now() {
            System.gc();
            OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
            return new Holding(
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    system instanceof UnixOperatingSystemMXBean unix ? unix.getOpenFileDescriptorCount() : 0);
        }
    }

    /**
     * Measures the wait of an honest client for its answer, on a connection of its own. On a busy machine the client
     * itself may be too slow for the deadlines of this test; then it tries again.
     */
    private static long honest(int port, long seed) throws IOException {
        String answer = "";
        for (int attempt = 0;
                attempt < ATTEMPTS && (answer.isEmpty() || answer.startsWith("HTTP/1.1 408"));
                attempt++) {
            long start = System.nanoTime();
            answer = ask(port);
            if (answer.startsWith("HTTP/1.1 200") && answer.contains("a-fine")) {
                return System.nanoTime() - start;
            }
        }
        throw new AssertionError("an honest client got '" + answer + "' after seed " + seed);
    }

    private static String ask(int port) throws IOException {
        byte[] body = request("fine").getBytes(StandardCharsets.UTF_8);
        byte[] head =
                ("POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nSOAPAction: \"\"\r\nConnection: close\r\n"
                                + "Content-Length: " + body.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(DEADLINE_MS);
            socket.getOutputStream().write(spliced(head, head.length, head.length, body));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException e) {
            // Closed while it was written to.
            return "";
        }
    }

    /** Sends mutated requests side by side, since most of them end by a time limit. */
    private static void sendMutated(int port, long first, int count, ExecutorService lanes) throws Exception {
        List<Callable<Void>> all = new ArrayList<>();
        for (long seed = first; seed < first + count; seed++) {
            long own = seed;
            all.add(() -> {
                sendMutated(port, own);
                return null;
            });
        }
        for (Future<Void> one : lanes.invokeAll(all)) {
            one.get();
        }
    }

    /** Sends one mutated request in pieces. The engine has to answer or to close the connection in time. */
    private static void sendMutated(int port, long seed) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = mutate(random);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(DEADLINE_MS);
            socket.setTcpNoDelay(true);
            try {
                int pieces = 1 + random.nextInt(4);
                int size = bytes.length / pieces + 1;
                for (int at = 0; at < bytes.length; at += size) {
                    socket.getOutputStream().write(bytes, at, Math.min(size, bytes.length - at));
                }
                // An answer's first byte, or the end.
                int first = socket.getInputStream().read();
                assertThat(first).as("seed " + seed).isIn(-1, (int) 'H');
            } catch (SocketTimeoutException e) {
                throw new AssertionError("no answer and no end within " + DEADLINE_MS + " ms, seed " + seed, e);
            } catch (IOException e) {
                assertThat(e).as("seed " + seed).hasMessageMatching("(?i).*(reset|broken pipe|closed).*");
            }
        }
    }

    private static byte[] mutate(Random random) {
        String body = request("f" + random.nextInt(100));
        if (random.nextInt(3) > 0) {
            body = new String(mutate(body.getBytes(StandardCharsets.ISO_8859_1), random), StandardCharsets.ISO_8859_1);
        }
        boolean chunked = random.nextInt(4) == 0;
        int cut = random.nextInt(body.length() + 1);
        String text = "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nSOAPAction: \"\"\r\n"
                + (chunked
                        ? "Transfer-Encoding: chunked\r\n\r\n" + chunk(body.substring(0, cut))
                                + chunk(body.substring(cut)) + "0\r\n\r\n"
                        : "Content-Length: " + body.length() + "\r\n\r\n" + body);
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return random.nextInt(3) == 0 ? mutate(bytes, random) : bytes;
    }

    private static String chunk(String text) {
        return text.isEmpty() ? "" : Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private static byte[] mutate(byte[] original, Random random) {
        byte[] bytes = original;
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(bytes.length + 1);
            int to = Math.min(bytes.length, at + random.nextInt(20));
            bytes = switch (random.nextInt(5)) {
                case 0 -> spliced(bytes, at, at, new byte[] {(byte) random.nextInt(256)});
                case 1 -> spliced(bytes, at, to, new byte[0]);
                case 2 -> spliced(bytes, to, to, Arrays.copyOfRange(bytes, at, to));
                case 3 -> at == 0 ? bytes : Arrays.copyOf(bytes, at);
                default ->
                    spliced(bytes, at, at, TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.ISO_8859_1));
            };
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] inserted) {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        result.write(bytes, 0, from);
        result.writeBytes(inserted);
        result.write(bytes, to, bytes.length - to);
        return result.toByteArray();
    }

    private static void assertBalanced(EngineFixture fixture) {
        Counters counters = fixture.engine.counters();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (fixture.engine.running() > 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(fixture.engine.running()).isZero();
        long started = counters.value(Counter.INSTANCES_STARTED);
        assertThat(started).isPositive();
        assertThat(counters.value(Counter.INSTANCES_COMPLETED) + counters.value(Counter.INSTANCES_FAULTED))
                .isEqualTo(started);
        assertThat(counters.value(Counter.CALLS_ANSWERED) + counters.value(Counter.CALLS_FAILED))
                .isEqualTo(counters.value(Counter.CALLS_SENT))
                .isEqualTo(started);
        assertThat(counters.value(Counter.REQUESTS_ANSWERED)).isLessThanOrEqualTo(started);
    }
}
