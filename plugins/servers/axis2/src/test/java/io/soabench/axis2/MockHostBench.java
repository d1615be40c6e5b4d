package io.soabench.axis2;

import io.soabench.lean.LeanMockHost;
import io.soabench.mock.LoadedMockFixture;
import io.soabench.plan.HostClock;
import io.soabench.testing.TestPorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures what a call costs the mock hosts, in child processes, with one client and rounds that alternate: answers a
 * second and processor time of the host for each, first without delay, then how late answers of 5 ms are. Run by hand.
 */
final class MockHostBench {

    private static final int CONNECTIONS = 8;
    private static final int DELAYED_CONNECTIONS = 32;
    private static final int ROUNDS = 3;
    private static final long ROUND_NS = TimeUnit.SECONDS.toNanos(3);
    private static final HostClock CLOCK = HostClock.system();

    private MockHostBench() {}

    /** A host under test. */
    private record Host(Process process, int port, String path, Path calls) {
        long cpuNs() {
            return process.info().totalCpuDuration().orElseThrow().toNanos();
        }
    }

    /** One round. */
    private record Round(double perSecond, double cpuMicros) {}

    @SuppressWarnings("SystemOut") // a bench prints its result
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("mock-bench");
        Path fast = LoadedMockFixture.stock(folder, 1, List.of("a.1.1\t0"));
        Path slow = LoadedMockFixture.stock(folder, 2, List.of("a.1.1\t5000"));
        ServiceArchiveFixture.write(fast);
        ServiceArchiveFixture.write(slow);
        String both = fast + "," + slow;
        Map<String, Host> hosts = new LinkedHashMap<>();
        try {
            int port = TestPorts.next();
            hosts.put(
                    "canned",
                    new Host(
                            start(
                                    CannedAnswerServer.class,
                                    "" + port,
                                    fast.resolve("answers/quote.xml").toString()),
                            port,
                            "/services",
                            null));
            hosts.put("lean", host(LeanMockHost.class, "/services", both, folder.resolve("lean.csv")));
            hosts.put("axis2", host(Axis2MockHost.class, "/axis2/services", both, folder.resolve("axis2.csv")));
            Map<String, List<Round>> rounds = new LinkedHashMap<>();
            for (int round = 0; round <= ROUNDS; round++) {
                for (Map.Entry<String, Host> host : hosts.entrySet()) {
                    Round result = round(host.getValue(), "stock-1", CONNECTIONS);
                    if (round > 0) {
                        rounds.computeIfAbsent(host.getKey(), name -> new ArrayList<>())
                                .add(result);
                    }
                }
            }
            rounds.forEach(MockHostBench::print);
            for (String name : List.of("lean", "axis2")) {
                Host host = hosts.get(name);
                round(host, "stock-2", DELAYED_CONNECTIONS);
                long begunNs = CLOCK.epochNanos();
                Round delayed = round(host, "stock-2", DELAYED_CONNECTIONS);
                host.process().destroy();
                host.process().waitFor(10, TimeUnit.SECONDS);
                lateness(name, host.calls(), begunNs, delayed);
            }
        } finally {
            hosts.values().forEach(host -> host.process().destroy());
        }
    }

    private static Host host(Class<?> program, String path, String services, Path calls) throws IOException {
        int port = TestPorts.next();
        Process process = start(program, "--port", "" + port, "--services", services, "--calls", calls.toString());
        return new Host(process, port, path, calls);
    }

    private static Process start(Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Xms256m",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); !"ready".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new IOException(program.getName() + " has ended");
            }
        }
        return process;
    }

    private static Round round(Host host, String service, int connections) throws Exception {
        byte[] body = LoadedMockFixture.quote("a.1.1").getBytes(StandardCharsets.UTF_8);
        byte[] head = ("POST " + host.path() + '/' + service
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml; "
                        + "charset=UTF-8\r\nSOAPAction: \"\"\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] request = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, request, head.length, body.length);
        AtomicLong answered = new AtomicLong();
        List<Thread> clients = new ArrayList<>();
        long begunCpuNs = host.cpuNs();
        long begunNs = CLOCK.epochNanos();
        for (int i = 0; i < connections; i++) {
            Thread client = new Thread(() -> answered.addAndGet(converse(host.port(), request, begunNs + ROUND_NS)));
            client.start();
            clients.add(client);
        }
        for (Thread client : clients) {
            client.join();
        }
        double seconds = (CLOCK.epochNanos() - begunNs) / 1e9;
        double cpuMicros = (host.cpuNs() - begunCpuNs) / 1e3 / answered.get();
        return new Round(answered.get() / seconds, cpuMicros);
    }

    /** Calls until the time is over and says how often. */
    private static long converse(int port, byte[] request, long untilNs) {
        long answered = 0;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[8192];
            while (CLOCK.epochNanos() < untilNs) {
                out.write(request);
                int length = 0;
                while (!complete(buffer, length)) {
                    int read = in.read(buffer, length, buffer.length - length);
                    if (read < 0) {
                        throw new IOException("connection closed");
                    }
                    length += read;
                }
                answered++;
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return answered;
    }

    /** Whether the buffer holds a whole answer: all of them end with the envelope's end tag and a line end or nothing. */
    private static boolean complete(byte[] buffer, int length) {
        if (length < 20) {
            return false;
        }
        String end = new String(buffer, Math.max(0, length - 20), Math.min(20, length), StandardCharsets.US_ASCII);
        return end.strip().endsWith("Envelope>");
    }

    @SuppressWarnings("SystemOut") // a bench prints its result
    private static void print(String name, List<Round> rounds) {
        double[] perSecond =
                rounds.stream().mapToDouble(Round::perSecond).sorted().toArray();
        double[] micros = rounds.stream().mapToDouble(Round::cpuMicros).sorted().toArray();
        System.out.printf(
                "%-7s %8.0f answers/s (%.0f-%.0f)  %6.1f us CPU each (%.1f-%.1f)%n",
                name,
                perSecond[rounds.size() / 2],
                perSecond[0],
                perSecond[rounds.size() - 1],
                micros[rounds.size() / 2],
                micros[0],
                micros[rounds.size() - 1]);
    }

    @SuppressWarnings("SystemOut") // a bench prints its result
    private static void lateness(String name, Path calls, long begunNs, Round round) throws IOException {
        long[] lateNs = Files.readAllLines(calls).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .filter(row -> row[1].equals("2") && Long.parseLong(row[6]) >= begunNs)
                .mapToLong(row -> Long.parseLong(row[8]) - Long.parseLong(row[6]) - 1000 * Long.parseLong(row[7]))
                .sorted()
                .toArray();
        System.out.printf(
                "%-7s %d answers of 5 ms, %.0f/s, %.1f us CPU each: late by min %.3f, p50 %.3f, p99 %.3f, p99.9 %.3f, max %.3f ms%n",
                name,
                lateNs.length,
                round.perSecond(),
                round.cpuMicros(),
                lateNs[0] / 1e6,
                lateNs[lateNs.length / 2] / 1e6,
                lateNs[lateNs.length * 99 / 100] / 1e6,
                lateNs[(int) (lateNs.length * 0.999)] / 1e6,
                lateNs[lateNs.length - 1] / 1e6);
    }
}
