package io.soabench.load.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.load.LoadOptions;
import io.soabench.load.server.ClientProcess;
import io.soabench.load.server.Replayed;
import io.soabench.load.server.Testbed;
import io.soabench.plan.LoadRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * How late requests are sent, how long answers take, and what a request costs: the event loop, JMeter and, if it is there, oha (a load
 * generator in Rust, with its latency correction), in alternating rounds against {@link CannedServer}, the lean mock host, or a server of
 * your own. There is no warm-up: what is shown begins with the first request.
 *
 * <p>Arguments: {@code 1000} is an open workload of 1,000 requests a second with exponential gaps, {@code equal:1000} one with equal gaps
 * (oha's always are); {@code closed:8} are eight clients that never think; {@code closed:1000:500} are 1,000 clients that think 500 ms.
 * System properties: {@code rounds} (3); {@code engines} ({@code loop,jmeter}); {@code oha}, where that program is (that of the PATH);
 * {@code mock}, the class path of the lean mock host, which answers then ({@code mockFlags}, more options for its JVM); {@code endpoint}, another server that answers
 * {@code {urn:q}answer}; {@code seconds} (5); {@code connections} of oha (50); {@code flags}, more options for the JVM of the load client,
 * with blanks between them; {@code keep}, a new folder in which everything stays.
 *
 * <p>Response times count from the intended start ({@code resp}), and from the instant when the client began to send ({@code sent}). oha
 * counts from the instant at which its timer woke it, so it is to be compared with the second: its timer has steps of a
 * millisecond, and what it is late does not count.
 */
public final class SlipBench {

    private static final long SEED = 20260101;
    private static final int MOST_POOL = 1_000;
    private static final int MOST_ARRIVALS = 2_000_000;
    private static final int MEASURE_MS = 1_000 * Integer.getInteger("seconds", 5);
    private static final String CLOSED = "closed:";
    private static final String EQUAL = "equal:";
    private static final String ROW =
            "%-8s %-14s %8.0f %8.0f %8.0f %8.0f %10.0f %9.0f %9.0f %10.0f %9.0f %10.1f %9.1f %6d %6d %s%n";

    private SlipBench() {}

    public static void main(String[] arguments) throws Exception {
        List<String> loads = arguments.length == 0 ? List.of("2000", "5000", "20000", "closed:8") : List.of(arguments);
        List<String> senders = new ArrayList<>(
                List.of(System.getProperty("engines", "loop,jmeter").split(",", -1)));
        Optional<Path> oha = oha();
        if (oha.isPresent()) {
            senders.add("oha");
        } else {
            System.out.println("without oha: no such program on the PATH; name it with -Doha=…");
        }
        String keep = System.getProperty("keep");
        Path folder = keep == null
                ? Files.createTempDirectory("soabench-slip-")
                : Files.createDirectory(Path.of(keep).toAbsolutePath());
        try (BenchServer server = server(folder, loads)) {
            System.out.println(
                    "processors " + Runtime.getRuntime().availableProcessors() + ", java " + Runtime.version());
            System.out.println(
                    "         load            answ/s  slip p50  slip p99  slip max   1st s p99  resp p50  resp p99 "
                            + " 1st s p99  sent p99 CPU us/req of server  GC ms  conns  (slip and response times in us)");
            for (int round = 1; round <= Integer.getInteger("rounds", 3); round++) {
                for (String load : loads) {
                    for (String sender : senders) {
                        if (!sender.equals("oha")) {
                            run(folder.resolve(round + sender + load.replace(':', '-')), server, load, sender);
                        } else if (!load.startsWith(CLOSED)) {
                            oha(oha.orElseThrow(), server.endpoint(), load);
                        }
                    }
                }
            }
        } finally {
            if (keep == null) {
                delete(folder);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static BenchServer server(Path folder, List<String> loads) throws IOException {
        String endpoint = System.getProperty("endpoint");
        String mock = System.getProperty("mock");
        if (endpoint != null) {
            return BenchServer.at(endpoint);
        }
        int arrivals = loads.stream()
                .filter(load -> !load.startsWith(CLOSED))
                .mapToInt(load -> (int) Math.min(MOST_ARRIVALS, 2L * rate(load) * MEASURE_MS / 1_000))
                .max()
                .orElse(1);
        return mock == null ? BenchServer.canned() : BenchServer.mock(mock, folder, arrivals);
    }

    private static int rate(String load) {
        return Integer.parseInt(load.startsWith(EQUAL) ? load.substring(EQUAL.length()) : load);
    }

    private static Optional<Path> oha() {
        String named = System.getProperty("oha");
        return named != null
                ? Optional.of(Path.of(named))
                : Arrays.stream(System.getenv("PATH").split(java.io.File.pathSeparator, -1))
                        .map(folder -> Path.of(folder, "oha"))
                        .filter(Files::isExecutable)
                        .findFirst();
    }

    private static void run(Path folder, BenchServer server, String load, String engine) throws Exception {
        LoadRecord.Engine sender = LoadRecord.Engine.of(engine).orElseThrow();
        LoadOptions options = (load.startsWith(CLOSED) ? closed(folder, load) : open(folder, load))
                .engine(sender)
                .rehearsal(Long.getLong("rehearsal", LoadOptions.rehearsalMs(sender)))
                .write(server.endpoint());
        List<String> flags = Stream.concat(
                        ClientProcess.flags(options.engine()).stream(),
                        Arrays.stream(System.getProperty("flags", "").split(" ", -1)))
                .filter(flag -> !flag.isEmpty())
                .toList();
        Duration before = server.processorTime();
        try (ClientProcess client = ClientProcess.start(flags, ClientProcess.arguments(options))) {
            client.awaitLine("ready");
            client.startIn(500);
            client.awaitExit();
        }
        Duration served = server.processorTime().minus(before);
        print(engine, load, Replayed.read(options.out(), List.of()), served);
    }

    private static Testbed open(Path folder, String load) {
        int rate = rate(load);
        boolean equal = load.startsWith(EQUAL);
        Testbed testbed = Testbed.open(folder).phases(0, MEASURE_MS, 10_000).pool(Math.min(MOST_POOL, rate));
        Random random = new Random(SEED);
        double us = 0;
        for (int n = 1; us < MEASURE_MS * 1_000.0; n++) {
            us += (equal ? 1 : -Math.log(1 - random.nextDouble())) * 1e6 / rate;
            testbed.request(1, n, (long) us, 0);
        }
        return testbed;
    }

    private static Testbed closed(Path folder, String load) {
        String[] parts = load.split(":", -1);
        Random random = new Random(SEED);
        long thinkUs = parts.length > 2 ? Long.parseLong(parts[2]) * 1_000 : 0;
        Testbed testbed = Testbed.closed(folder).phases(0, MEASURE_MS, 10_000);
        for (int client = 1; client <= Integer.parseInt(parts[1]); client++) {
            for (int n = 1; n <= 4; n++) {
                testbed.request(client, n, (long) (2 * thinkUs * random.nextDouble()), 0);
            }
        }
        return testbed;
    }

    private static double[] sorted(List<Replayed.Line> lines, ToDoubleFunction<Replayed.Line> value) {
        return lines.stream().mapToDouble(value).sorted().toArray();
    }

    private static double quantile(double[] sorted, double share) {
        return sorted.length == 0
                ? Double.NaN
                : sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))];
    }

    private static void print(String sender, String load, Replayed run, Duration served) {
        List<Replayed.Line> good =
                run.samples().stream().filter(l -> l.outcome().equals("OK")).toList();
        long startNs = run.load().times().measureStartNs();
        ToDoubleFunction<Replayed.Line> slipUs = l -> (l.startNs() - l.intendedNs()) / 1e3;
        double[] slip = sorted(run.samples(), slipUs);
        ToDoubleFunction<Replayed.Line> responseUs = l -> (l.endNs() - l.intendedNs()) / 1e3;
        Predicate<Replayed.Line> early = l -> l.intendedNs() < startNs + 1_000_000_000L;
        double[] firstSlip = sorted(run.samples().stream().filter(early).toList(), slipUs);
        double[] response = sorted(good, responseUs);
        double[] firstResponse = sorted(good.stream().filter(early).toList(), responseUs);
        double[] sent = sorted(good, l -> (l.endNs() - l.startNs()) / 1e3);
        int failed = run.samples().size() - good.size();
        long missed = run.load().requests().measure().missed();
        System.out.printf(
                Locale.ROOT,
                ROW,
                sender,
                load,
                good.size() * 1000.0 / MEASURE_MS,
                quantile(slip, 0.5),
                quantile(slip, 0.99),
                quantile(slip, 1),
                quantile(firstSlip, 0.99),
                quantile(response, 0.5),
                quantile(response, 0.99),
                quantile(firstResponse, 0.99),
                quantile(sent, 0.99),
                run.load().effort().cpuMs() * 1000.0 / Math.max(1, good.size()),
                served.toNanos() / 1e3 / Math.max(1, good.size()),
                run.load().effort().gcPauseMs(),
                run.load().effort().connections().atOnce(),
                failed + missed == 0 ? "" : failed + " failed, " + missed + " found no thread");
    }

    private static void oha(Path program, String endpoint, String load) throws IOException, InterruptedException {
        Path out = Files.createTempFile("oha", ".json");
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--no-tui",
                        "--output-format",
                        "json",
                        "-z",
                        MEASURE_MS / 1000 + "s",
                        "-q",
                        Integer.toString(rate(load)),
                        "-c",
                        System.getProperty("connections", "50"),
                        "--latency-correction",
                        "-m",
                        "POST",
                        "-T",
                        "text/xml; charset=utf-8",
                        "-H",
                        "SOAPAction: \"urn:order\"",
                        "-d",
                        io.soabench.load.server.ScriptedServer.soap(
                                "<q:order xmlns:q=\"urn:q\" id=\"office.1.1000\"><q:small/>office.1.1000</q:order>"),
                        endpoint)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int exit = process.waitFor();
        if (exit != 0) {
            System.out.println("oha      " + load + " ended with " + exit);
            return;
        }
        JsonNode result = new ObjectMapper().readTree(out.toFile());
        JsonNode quantiles = result.path("latencyPercentiles");
        System.out.printf(
                Locale.ROOT,
                ROW,
                "oha",
                load,
                result.path("summary").path("requestsPerSec").asDouble(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                quantiles.path("p50").asDouble() * 1e6,
                Double.NaN,
                Double.NaN,
                quantiles.path("p99").asDouble() * 1e6,
                Double.NaN,
                Double.NaN,
                0,
                Integer.getInteger("connections", 50),
                "success " + result.path("summary").path("successRate").asText());
        Files.delete(out);
    }
}
