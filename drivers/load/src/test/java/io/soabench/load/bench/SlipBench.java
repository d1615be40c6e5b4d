package io.soabench.load.bench;

import io.soabench.load.LoadOptions;
import io.soabench.load.jmeter.JMeterHome;
import io.soabench.load.server.ClientProcess;
import io.soabench.load.server.Replayed;
import io.soabench.load.server.Testbed;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Workloads against {@link CannedServer} in another process: slip of the send times and processor time a request (of the
 * whole client process during the measurement). Arguments: {@code 1000} is an open workload of 1,000 requests a second with
 * exponential gaps; {@code closed:8} are eight clients that never think; {@code closed:1000:500} are 1,000 clients that think
 * 500 ms.
 */
public final class SlipBench {

    private static final int WARM_UP_MS = 3_000;
    private static final int MEASURE_MS = 5_000;
    private static final long SEED = 20260101;
    private static final int MOST_POOL = 500;

    private SlipBench() {}

    public static void main(String[] arguments) throws Exception {
        List<String> loads = arguments.length == 0 ? List.of("100", "1000", "5000", "closed:8") : List.of(arguments);
        Path folder = Files.createTempDirectory("soabench-slip-");
        Process server = new ProcessBuilder(ClientProcess.java(CannedServer.class, List.of()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        JMeterHome home = JMeterHome.open();
        try (home;
                BufferedReader port =
                        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            String endpoint = "http://127.0.0.1:" + port.readLine() + "/Sequential";
            System.out.println(
                    "processors " + Runtime.getRuntime().availableProcessors() + ", java " + Runtime.version());
            System.out.println(
                    "load             sent/s  slip p50 us    p99 us    max us  service p50 us  CPU us/request   GC ms");
            for (String load : loads) {
                run(folder.resolve(load.replace(':', '-')), endpoint, load);
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

    private static void run(Path folder, String endpoint, String load) throws Exception {
        LoadOptions options = (load.startsWith("closed:") ? closed(folder, load) : open(folder, Integer.parseInt(load)))
                .write(endpoint);
        try (ClientProcess client = ClientProcess.start(options)) {
            client.awaitLine("ready");
            client.startIn(200);
            client.awaitExit();
        }
        print(load, Replayed.read(options.out(), List.of()));
    }

    private static Testbed open(Path folder, int rate) {
        Testbed testbed =
                Testbed.open(folder).phases(WARM_UP_MS, MEASURE_MS, 30_000).pool(Math.min(MOST_POOL, rate));
        Random random = new Random(SEED);
        double us = 0;
        for (int n = 1; us < (WARM_UP_MS + MEASURE_MS) * 1_000.0; n++) {
            us += -Math.log(1 - random.nextDouble()) * 1e6 / rate;
            testbed.request(1, n, (long) us, 0);
        }
        return testbed;
    }

    private static Testbed closed(Path folder, String load) {
        String[] parts = load.split(":", -1);
        Random random = new Random(SEED);
        long thinkUs = parts.length > 2 ? Long.parseLong(parts[2]) * 1_000 : 0;
        Testbed testbed = Testbed.closed(folder).phases(WARM_UP_MS, MEASURE_MS, 30_000);
        for (int client = 1; client <= Integer.parseInt(parts[1]); client++) {
            for (int n = 1; n <= 4; n++) {
                testbed.request(client, n, (long) (2 * thinkUs * random.nextDouble()), 0);
            }
        }
        return testbed;
    }

    private static void print(String load, Replayed run) {
        List<Replayed.Line> measured =
                run.samples().stream().filter(l -> l.phase().equals("measure")).toList();
        long failed = measured.stream().filter(l -> !l.outcome().equals("OK")).count();
        double[] service = measured.stream()
                .mapToDouble(l -> (l.endNs() - l.startNs()) / 1e3)
                .sorted()
                .toArray();
        System.out.printf(
                Locale.ROOT,
                "%-14s %8.0f %12d %9d %9d %15.0f %15.1f %7d%s%n",
                load,
                measured.size() * 1000.0 / MEASURE_MS,
                run.load().slip().p50Us(),
                run.load().slip().p99Us(),
                run.load().slip().maxUs(),
                service[service.length / 2],
                run.load().effort().cpuMs() * 1000.0 / measured.size(),
                run.load().effort().gcPauseMs(),
                failed + run.load().requests().poolDry() == 0
                        ? ""
                        : "   " + failed + " failed, pool dry "
                                + run.load().requests().poolDry());
    }
}
