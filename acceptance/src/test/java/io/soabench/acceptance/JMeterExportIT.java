package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.soabench.load.input.Trace;
import io.soabench.load.jmeter.JMeterHome;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.jmeter.gui.JMeterGUIComponent;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The load of a compiled testbed as JMeter itself opens and runs it, without anything of the load client. */
@Isolated("measures what a busy machine changes")
final class JMeterExportIT {

    private static final String MODEL =
            """
            testbed export "What JMeter is given"
            seed 7
            service type Quote from "wsdl/quote.wsdl"
            service quotes : Quote {
                response time 5 ms
                uiid from "q:request/q:id" step "q:request/q:step"
            }
            process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes uiid to "p:order/p:id" }
            data Orders {
                "data/sequential-order.xml" frequency 2
                "data/long-order.xml"
            }
            host here
            server engine : reference on here { heap 128 MiB }
            server mocks : lean on here { serves quotes }
            workload office closed { clients 3  think time normal(50 ms, sd 5 ms)  sends Orders }
            workload web    open   { rate 20 /s  arrivals exponential }
            suite Quick {
                repeat 1 warm up 1 s measure 4 s time-out 5 s
                case on engine for process in (Sequential), workload in (office, web) from here
            }
            report html
            """;

    private static final double SECONDS = 5;

    /** More than the test plan itself holds. */
    private static final int LONG = 100_000;

    private static final int EVERY_WRONG = 10;
    private static final long DEADLINE_S = 120;

    @TempDir
    Path folder;

    private Path compiled;
    private Plan plan;

    /**
     * A request as it arrived.
     *
     * @param port of the connection
     */
    private record Received(String uiid, String path, String soapAction, String contentType, String body, int port) {}

    @BeforeEach
    void compile() throws Exception {
        Path quickstart = Path.of(System.getProperty("soabench.root"), "examples/quickstart");
        for (String source : List.of(
                "wsdl/quote.wsdl", "wsdl/sequential.wsdl", "bpel/sequential.bpel", "data/sequential-order.xml")) {
            Path target = folder.resolve(source);
            Files.createDirectories(target.getParent());
            Files.copy(quickstart.resolve(source), target);
        }
        String order = Files.readString(folder.resolve("data/sequential-order.xml"));
        assertThat(order).contains(">SOA<");
        Files.writeString(folder.resolve("data/long-order.xml"), order.replace(">SOA<", ">" + "x".repeat(LONG) + "<"));
        Files.writeString(folder.resolve("export.testbed"), MODEL);
        Measuring.done(
                () -> MavenCommand.outcome(folder, "compile", "-Dtestbed=export.testbed", "-Dsoabench.output=out"));
        compiled = folder.resolve("out/export/compiled");
        plan = Json.read(compiled.resolve("plan.json"), Plan.class);
    }

    @Test
    void shouldHaveOnlyStockElementsThatTheGuiCanShow() throws Exception {
        try (JMeterHome home = JMeterHome.open()) {
            assertThat(home.folder()).exists();
            for (Plan.CasePlan each : plan.cases()) {
                HashTree tree = SaveService.loadTree(export(each).toFile());
                SearchByClass<TestElement> all = new SearchByClass<>(TestElement.class);
                tree.traverse(all);

                assertThat(all.getSearchResults()).hasSizeGreaterThan(8).allSatisfy(element -> {
                    Class<?> gui = Class.forName(
                            element.getPropertyAsString(TestElement.GUI_CLASS),
                            false,
                            getClass().getClassLoader());
                    assertThat(JMeterGUIComponent.class).isAssignableFrom(gui);
                    assertThat(gui.getName()).startsWith("org.apache.jmeter.");
                    assertThat(element.getClass().getName()).startsWith("org.apache.jmeter.");
                });
            }
        }
    }

    /** The threads share the lines of the trace, which think times stretch over the duration. */
    @Test
    void shouldSendTheRequestsOfAClosedWorkload() throws Exception {
        Plan.CasePlan of = plan.caseOf("Sequential-office-engine");

        List<Received> arrived = run(of);

        double most = SECONDS / 0.05 * of.clients().get(0).jmeterThreads();
        assertThat((double) arrived.size()).isBetween(most / 2, most * 1.05);
        assertThat(arrived)
                .anyMatch(request -> request.body().length() > LONG)
                .anyMatch(request -> request.body().length() < LONG);
    }

    @Test
    void shouldSendTheRequestsOfAnOpenWorkload() throws Exception {
        Plan.CasePlan of = plan.caseOf("Sequential-web-engine");

        List<Received> arrived = run(of);

        // Arrivals at random, which JMeter draws itself: four standard deviations around their mean.
        double mean = SECONDS * plan.workloadOf("web").ratePerSecond();
        assertThat((double) arrived.size()).isCloseTo(mean, within(4 * Math.sqrt(mean)));
    }

    /** Runs a case in JMeter, against a server that answers wrongly now and then, and checks that its requests are the plan's. */
    private List<Received> run(Plan.CasePlan of) throws Exception {
        Plan.ProcessPlan process = plan.processOf(of.subject());
        Plan.ClientPlan client = of.clients().get(0);
        String answer =
                process.answerElement().substring(process.answerElement().indexOf('}') + 1);
        assertThat(answer).isNotEmpty();

        Queue<Received> arrived = new ConcurrentLinkedQueue<>();
        AtomicInteger count = new AtomicInteger();
        ExecutorService threads = Executors.newCachedThreadPool();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            arrived.add(received(exchange));
            boolean wrong = count.incrementAndGet() % EVERY_WRONG == 0;
            answer(exchange, "<Envelope><" + (wrong ? "other" : answer) + "/></Envelope>");
        });
        server.start();
        List<Map<String, String>> results;
        try {
            results =
                    jmeter(export(of), "http://127.0.0.1:" + server.getAddress().getPort() + "/order");
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }

        assertThat(results).hasSameSizeAs(arrived);
        assertThat(results.stream().filter(result -> !Boolean.parseBoolean(result.get("success"))))
                .hasSize(arrived.size() / EVERY_WRONG);
        assertThat(results.stream()
                        .mapToInt(result -> Integer.parseInt(result.get("allThreads")))
                        .max())
                .hasValue(client.jmeterThreads());
        Trace trace = Trace.read(compiled.resolve(client.trace()));
        int taken = arrived.size() + client.jmeterThreads();
        Map<String, String> wanted = bodies(of, trace, taken);
        assertThat(arrived.stream().collect(Collectors.groupingBy(Received::uiid, Collectors.counting())))
                .as("each line once until they begin again")
                .allSatisfy((uiid, times) -> assertThat(times).isBetween(1L, 1L + (taken - 1) / trace.size()));
        assertThat(arrived).allSatisfy(request -> {
            assertThat(request.path()).isEqualTo("/order");
            assertThat(request.soapAction()).isEqualTo("\"" + process.soapAction() + "\"");
            assertThat(request.contentType()).isEqualTo("text/xml; charset=UTF-8");
            assertThat(wanted).containsEntry(request.uiid(), request.body());
        });
        assertThat(arrived.stream().map(Received::port).distinct().count())
                .as("connections, which are kept")
                .isLessThanOrEqualTo(client.jmeterThreads());
        return List.copyOf(arrived);
    }

    private Path export(Plan.CasePlan of) {
        return compiled.resolve("jmeter/" + of.id() + ".jmx");
    }

    /**
     * What the first lines of a trace want, by identifier. A long request is sent from its file as it is, with the placeholder
     * (generators/README.md).
     */
    private Map<String, String> bodies(Plan.CasePlan of, Trace trace, int lines) throws IOException {
        Map<String, String> bodies = new HashMap<>();
        for (int i = 0; i < Math.min(lines, trace.size()); i++) {
            String uiid = trace.workload() + "." + trace.client(i) + "." + trace.number(i);
            String chunk = trace.chunkNames().get(trace.chunk(i));
            String text = Files.readString(compiled.resolve("requests/" + of.subject() + "/" + chunk + ".xml"));
            bodies.put(uiid, text.length() > LONG ? text : text.replace("${uiid}", uiid));
        }
        return bodies;
    }

    private static Received received(HttpExchange exchange) throws IOException {
        return new Received(
                exchange.getRequestHeaders().getFirst("X-SOABench-UIID"),
                exchange.getRequestURI().getPath(),
                exchange.getRequestHeaders().getFirst("SOAPAction"),
                exchange.getRequestHeaders().getFirst("Content-Type"),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                exchange.getRemoteAddress().getPort());
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Runs JMeter to its end; returns its results by column. */
    private List<Map<String, String>> jmeter(Path jmx, String endpoint) throws IOException, InterruptedException {
        Path output = folder.resolve("jmeter.txt");
        Path results = folder.resolve("results.csv");
        Process jmeter = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "io.soabench.load.StockJMeter",
                        "-n",
                        "-t",
                        jmx.toString(),
                        "-l",
                        results.toString(),
                        "-Jsoabench.endpoint=" + endpoint)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(jmeter.waitFor(DEADLINE_S, TimeUnit.SECONDS))
                    .as(Files.readString(output))
                    .isTrue();
        } finally {
            jmeter.destroyForcibly();
        }
        assertThat(jmeter.exitValue()).as(Files.readString(output)).isZero();
        List<String> lines = Files.readAllLines(results);
        List<String> columns = List.of(lines.get(0).split(",", -1));
        return lines.stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(cells -> columns.stream().collect(Collectors.toMap(c -> c, c -> cells[columns.indexOf(c)])))
                .toList();
    }
}
