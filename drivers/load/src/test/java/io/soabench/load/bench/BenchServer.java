package io.soabench.load.bench;

import io.soabench.load.server.ClientProcess;
import io.soabench.load.server.ScriptedServer;
import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import io.soabench.testing.TestPorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the load clients of the bench send to, as a process of its own that ends when this is closed.
 *
 * @param process null when somebody else runs it
 * @param endpoint to call
 */
record BenchServer(Process process, String endpoint) implements AutoCloseable {

    private static final String MOCK_HOST = "io.soabench.lean.LeanMockHost";

    /** A server of somebody else. */
    static BenchServer at(String endpoint) {
        return new BenchServer(null, endpoint);
    }

    /** Answers every request at once with the same bytes. */
    static BenchServer canned() throws IOException {
        Process process = started(ClientProcess.java(CannedServer.class, List.of()));
        return new BenchServer(process, "http://127.0.0.1:" + line(process) + "/Sequential");
    }

    /**
     * The lean mock host, as drivers start it: with a folder of behaviours, its call log, warming itself first. Each call is
     * answered at once.
     *
     * @param classPath of {@code soabench-server-lean} with its optional dependencies
     * @param folder for its files
     * @param arrivals of an open workload that it knows
     */
    static BenchServer mock(String classPath, Path folder, int arrivals) throws IOException {
        Path mock = mockFolder(folder.resolve("mock"), arrivals);
        int port = TestPorts.next();
        List<String> command = new ArrayList<>(
                List.of(ClientProcess.java(), "-Xms256m", "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        Stream.of(System.getProperty("mockFlags", "").split(" ", -1))
                .filter(flag -> !flag.isEmpty())
                .forEach(command::add);
        command.addAll(List.of(
                "-cp",
                classPath,
                MOCK_HOST,
                "--port",
                Integer.toString(port),
                "--services",
                mock.toString(),
                "--calls",
                folder.resolve("calls.csv").toString()));
        Process process = started(command);
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); !"ready".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new IOException("the mock host has ended");
            }
            System.out.println("mock host: " + line);
        }
        return new BenchServer(process, "http://127.0.0.1:" + port + "/services/order-1");
    }

    private static Path mockFolder(Path mock, int arrivals) throws IOException {
        Files.createDirectories(mock.resolve("answers"));
        Files.createDirectories(mock.resolve("wsdl"));
        Json.write(
                mock.resolve("mock.json"),
                new MockPlan(
                        "order",
                        1,
                        "order-1",
                        "wsdl/order.wsdl",
                        "urn:q",
                        "OrderService",
                        "OrderPort",
                        new MockPlan.UiidSource(
                                MockPlan.UiidSource.Kind.MESSAGE, List.of("{urn:q}order", "@id"), List.of(), ""),
                        List.of(new MockPlan.MockOperation(
                                "order", "urn:order", "{urn:q}order", false, "answers/order.xml"))));
        Files.writeString(
                mock.resolve("wsdl/order.wsdl"),
                "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" targetNamespace=\"urn:q\"/>");
        Files.writeString(
                mock.resolve("answers/order.xml"), ScriptedServer.soap("<a:answer xmlns:a=\"urn:q\">1</a:answer>"));
        Files.write(
                mock.resolve("behaviour.trace"),
                Stream.concat(
                                Stream.of("# soabench behaviour trace 1", "# service=order instance=1"),
                                IntStream.rangeClosed(1, arrivals).mapToObj(n -> "office.1." + n + "\t0"))
                        .toList());
        return mock;
    }

    private static Process started(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Processor time so far; zero when somebody else runs it. */
    Duration processorTime() {
        return process == null
                ? Duration.ZERO
                : process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** The first line that it prints. Nothing else is printed by these programs. */
    private static String line(Process process) throws IOException {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroy();
            process.onExit().join();
        }
    }
}
