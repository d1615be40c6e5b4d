package io.soabench.load.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.load.LoadOptions;
import io.soabench.load.server.ClientProcess;
import io.soabench.load.server.Replayed;
import io.soabench.load.server.Testbed;
import io.soabench.plan.LoadRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * How late requests are sent, how long answers take from the intended start on, and what a request costs: the event loop, JMeter
 * and, if it is there, oha (a load generator in Rust, with its latency correction), in alternating rounds against {@link
 * CannedServer} or a server of your own. There is no warm-up: what is shown begins with the first request.
 *
 * <p>Arguments: {@code 1000} is an open workload of 1,000 requests a second with exponential gaps (oha's are equal); {@code
 * closed:8} are eight clients that never think; {@code closed:1000:500} are 1,000 clients that think 500 ms. System properties: {@code
 * rounds} (3); {@code engines} ({@code loop,jmeter}); {@code oha}, where that program is (that of the PATH); {@code endpoint}, a server
 * that answers {@code {urn:q}answer} (the canned one); {@code seconds} (5); {@code connections} of oha (50).
 */
public final class SlipBench {

    private static final long SEED = 20260101;
    private static final int MOST_POOL = 1_000;
    private static final int MEASURE_MS = 1_000 * Integer.getInteger("seconds", 5);
    private static final String ROW = "%-8s %-14s %8.0f %8.0f %8.0f %8.0f %10.0f %9.0f %9.0f %10.1f %6d %s%n";

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
        Path folder = Files.createTempDirectory("soabench-slip-");
        Process server = new ProcessBuilder(ClientProcess.java(CannedServer.class, List.of()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader port =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            String endpoint = System.getProperty("endpoint", "http://127.0.0.1:" + port.readLine() + "/Sequential");
            System.out.println(
                    "processors " + Runtime.getRuntime().availableProcessors() + ", java " + Runtime.version());
            System.out.println(
                    "         load            answ/s  slip p50  slip p99  slip max   1st s p99  resp p50  resp p99 "
                            + "CPU us/req  GC ms  (slip and response times in us)");
            for (int round = 1; round <= Integer.getInteger("rounds", 3); round++) {
                for (String load : loads) {
                    for (String sender : senders) {
                        if (!sender.equals("oha")) {
                            run(folder.resolve(round + sender + load.replace(':', '-')), endpoint, load, sender);
                        } else if (!load.startsWith("closed:")) {
                            oha(oha.orElseThrow(), endpoint, load);
                        }
                    }
                }
            }
        } finally {
            server.getOutputStream().close();
            server.waitFor();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
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

    private static void run(Path folder, String endpoint, String load, String engine) throws Exception {
        LoadOptions options = (load.startsWith("closed:") ? closed(folder, load) : open(folder, Integer.parseInt(load)))
                .engine(LoadRecord.Engine.of(engine).orElseThrow())
                .rehearsal(Long.getLong("rehearsal", LoadOptions.REHEARSAL_MS))
                .write(endpoint);
        try (ClientProcess client = ClientProcess.start(options)) {
            client.awaitLine("ready");
            client.startIn(500);
            client.awaitExit();
        }
        print(engine, load, Replayed.read(options.out(), List.of()));
    }

    private static Testbed open(Path folder, int rate) {
        Testbed testbed = Testbed.open(folder).phases(0, MEASURE_MS, 10_000).pool(Math.min(MOST_POOL, rate));
        Random random = new Random(SEED);
        double us = 0;
        for (int n = 1; us < MEASURE_MS * 1_000.0; n++) {
            us += -Math.log(1 - random.nextDouble()) * 1e6 / rate;
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

    private static void print(String sender, String load, Replayed run) {
        List<Replayed.Line> good =
                run.samples().stream().filter(l -> l.outcome().equals("OK")).toList();
        long startNs = run.load().times().measureStartNs();
        ToDoubleFunction<Replayed.Line> slipUs = l -> (l.startNs() - l.intendedNs()) / 1e3;
        double[] slip = sorted(run.samples(), slipUs);
        double[] first = sorted(
                run.samples().stream()
                        .filter(l -> l.intendedNs() < startNs + 1_000_000_000L)
                        .toList(),
                slipUs);
        double[] response = sorted(good, l -> (l.endNs() - l.intendedNs()) / 1e3);
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
                quantile(first, 0.99),
                quantile(response, 0.5),
                quantile(response, 0.99),
                run.load().effort().cpuMs() * 1000.0 / Math.max(1, good.size()),
                run.load().effort().gcPauseMs(),
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
                        load,
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
                quantiles.path("p99").asDouble() * 1e6,
                Double.NaN,
                0,
                "success " + result.path("summary").path("successRate").asText());
        Files.delete(out);
    }
}
