package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.soabench.load.input.Trace;
import io.soabench.load.jmeter.JMeterHome;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.jmeter.gui.JMeterGUIComponent;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The load of a compiled testbed as JMeter itself opens and runs it, without anything of the load client. */
@Isolated("JMeter starts in the middle of its load: what it loses is not to depend on other tests")
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
            process Second { bpel "bpel/sequential.bpel" partner quote -> quotes uiid to "p:order/p:id" }
            data Orders {
                "data/sequential-order.xml" frequency 2
                "data/long-order.xml"
            }
            data Filled { "data/filled-order.xml" filled from "data/symbols.csv" }
            host here
            server engine : reference on here { heap 128 MiB }
            server mocks : lean on here { serves quotes }
            workload office closed { clients 3  think time normal(50 ms, sd 5 ms)  sends Orders }
            workload web    open   { rate 20 /s  arrivals exponential }
            workload rush   open   { stages { 2 s at 10 /s, 2 s ramp to 60 /s } }
            workload crowd  closed { stages { 1 s at 1 clients, 2 s ramp to 9 clients, 1 s at 9 clients }  think time 100 ms  sends Orders }
            workload leave  closed { stages { 2 s at 6 clients, 2 s at 2 clients }  think time 100 ms }
            workload spiky  open   { bursts { calm 5 /s for 500 ms, crowd 60 /s for 500 ms } }
            workload shop   open   { replay "data/arrivals.txt" ms }
            workload both   closed { clients 2  think time 50 ms  connections new  mix { 50 % Sequential sends Filled, 50 % Second } }
            suite Quick {
                repeat 1 warm up 1 s measure 4 s time-out 3 s
                case on engine for process in (Sequential), workload in (office, web, rush, leave, spiky, shop) from here
                case on engine for workload in (both) from here
            }
            suite Late {
                repeat 1 warm up 4 s measure 4 s time-out 3 s
                case on engine for process in (Sequential), workload in (crowd) from here
            }
            report html
            """;

    /** Records that fill the orders of the mix: with what CSV, XML and JMeter each write in a way of their own. */
    private static final List<String> SYMBOLS = List.of("SOA", "A & B, \"so\" < C", "Müller ${uiid} \\");

    private static final double SECONDS = 5;

    /** More than the test plan itself holds. */
    private static final int LONG = 100_000;

    /** The path of the only process of a case. */
    private static final String ORDERS = "order";

    private static final int EVERY_WRONG = 10;

    /** The workloads of which one request of ten is answered wrongly. */
    private static final Set<String> PARTLY_WRONG = Set.of("office", "web");

    /** More requests than any load has in flight. */
    private static final int BACKLOG = 100;

    private static final long DEADLINE_S = 300;

    /** Of all tests together: none changes what is compiled. */
    @TempDir
    static Path folder;

    private static Path compiled;
    private static Plan plan;

    /** What JMeter sent of each case at first, by the name of the case. */
    private static Map<String, Future<Sending>> sent;

    /**
     * A request as it arrived.
     *
     * @param last whether its connection ends with it
     * @param port of the connection
     */
    private record Received(
            String uiid,
            String path,
            String soapAction,
            String contentType,
            String body,
            boolean last,
            int port,
            long atNs) {}

    /**
     * What JMeter sent of a case, and what it noted of that.
     *
     * @param results by column
     */
    private record Sending(List<Received> arrived, List<Map<String, String>> results) {}

    @BeforeAll
    static void compile() throws Exception {
        Examples.copy(
                "quickstart",
                List.of("wsdl/quote.wsdl", "wsdl/sequential.wsdl", "bpel/sequential.bpel", "data/sequential-order.xml"),
                folder);
        String order = Files.readString(folder.resolve("data/sequential-order.xml"));
        assertThat(order).contains(">SOA<");
        Files.writeString(folder.resolve("data/long-order.xml"), order.replace(">SOA<", ">" + "x".repeat(LONG) + "<"));
        Files.writeString(folder.resolve("data/filled-order.xml"), order.replace(">SOA<", ">${symbol}<"));
        Files.writeString(
                folder.resolve("data/symbols.csv"),
                "symbol\n"
                        + SYMBOLS.stream()
                                .map(symbol -> "\"" + symbol.replace("\"", "\"\"") + "\"\n")
                                .collect(Collectors.joining()));
        // Forty in the second second, one at the end.
        Files.writeString(
                folder.resolve("data/arrivals.txt"),
                "0\n"
                        + IntStream.range(0, 40)
                                .mapToObj(i -> 1_000 + i * 20 + "\n")
                                .collect(Collectors.joining()) + "4100\n");
        Files.writeString(folder.resolve("export.testbed"), MODEL);
        Measuring.done(
                () -> MavenCommand.outcome(folder, "compile", "-Dtestbed=export.testbed", "-Dsoabench.output=out"));
        compiled = folder.resolve("out/export/compiled");
        plan = Json.read(compiled.resolve("plan.json"), Plan.class);
        sent = sendTwoAtATime(plan.cases());
    }

    /** Sends the load of each case, two at a time, since JMeter mostly waits; returns when all have ended. */
    private static Map<String, Future<Sending>> sendTwoAtATime(List<CasePlan> cases) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Callable<Sending>> sendings = new ArrayList<>();
            cases.forEach(each -> sendings.add(() -> send(each)));
            List<Future<Sending>> ended = threads.invokeAll(sendings);
            Map<String, Future<Sending>> byCase = new HashMap<>();
            for (int i = 0; i < ended.size(); i++) {
                byCase.put(cases.get(i).id(), ended.get(i));
            }
            return byCase;
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldHaveOnlyStockElementsThatTheGuiCanShow() throws Exception {
        try (JMeterHome home = JMeterHome.open()) {
            assertThat(home.folder()).exists();
            for (CasePlan each : plan.cases()) {
                HashTree tree = SaveService.loadTree(export(each).toFile());
                SearchByClass<TestElement> all = new SearchByClass<>(TestElement.class);
                tree.traverse(all);

                assertThat(all.getSearchResults()).hasSizeGreaterThan(7).allSatisfy(element -> {
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
        CasePlan of = plan.caseOf("Sequential-office-engine");

        double most = SECONDS / 0.05 * of.clients().get(0).jmeterThreads();
        undisturbed(of, sending -> assertPlanned(of, sending), sending -> {
            assertThat(mostThreads(sending)).isEqualTo(of.clients().get(0).jmeterThreads());
            assertThat((double) sending.arrived().size()).isBetween(most / 2, most * 1.05);
            assertThat(sending.arrived())
                    .anyMatch(request -> request.body().length() > LONG)
                    .anyMatch(request -> request.body().length() < LONG);
        });
    }

    @Test
    void shouldSendTheRequestsOfAnOpenWorkload() throws Exception {
        CasePlan of = plan.caseOf("Sequential-web-engine");

        // Arrivals at random, which JMeter draws itself: four standard deviations around their mean.
        double mean = SECONDS * plan.workloadOf("web").ratePerSecond();
        undisturbed(of, sending -> assertPlanned(of, sending), sending -> {
            assertThat(mostThreads(sending)).isEqualTo(of.clients().get(0).jmeterThreads());
            assertThat((double) sending.arrived().size()).isCloseTo(mean, within(4 * Math.sqrt(mean)));
        });
    }

    /** A look at what JMeter sent. */
    @FunctionalInterface
    private interface Look {
        void at(Sending sending) throws Exception;
    }

    /**
     * Looks at what JMeter sent of a case at first, and sends the case again, alone, when a look at its time fails: a machine that is busy or
     * stands still for a moment delays requests, and not each time.
     *
     * @param content holds of each sending, however busy the machine is
     * @param time depends on when requests are sent, and so how many
     */
    private static void undisturbed(CasePlan of, Look content, Look time) throws Exception {
        Sending sending = sent.get(of.id()).get();
        for (int attempt = 1; attempt <= Measuring.ATTEMPTS; attempt++) {
            content.at(sending);
            try {
                time.at(sending);
                return;
            } catch (AssertionError e) {
                System.out.println(of.id() + ", attempt " + attempt + ": " + e.getMessage());
            }
            sending = send(of);
        }
        content.at(sending);
        time.at(sending);
    }

    @Test
    void shouldFollowTheStagesOfAnOpenWorkload() throws Exception {
        undisturbed(plan.caseOf("Sequential-rush-engine"), sending -> {}, sending -> {
            assertAllSucceeded(sending);
            followsTheStages(seconds(sending.arrived()));
        });
    }

    /** As many requests in each stage as the rates of the model say, and in the ramp more and more. */
    private static void followsTheStages(List<Double> at) {
        // The warm-up has the rate of the first stage.
        assertThat(at).hasSize(10 + 20 + 70);
        double ramp = at.get(at.size() - 1);
        assertThat(ramp)
                .as("five seconds, of which JMeter may lose some when it starts")
                .isBetween(3.0, 9.0);
        assertThat(at.stream().filter(s -> s > ramp - 1).count())
                .as("of the 70 in the ramp, 68 % in its second half")
                .isBetween(35L, 62L);
    }

    @Test
    void shouldLetClientsOfAClosedWorkloadComeOneAfterTheOther() throws Exception {
        undisturbed(plan.caseOf("Sequential-crowd-engine"), sending -> {}, sending -> {
            assertAllSucceeded(sending);
            clientsCome(sending.arrived());
        });
    }

    /**
     * One client in the warm-up and the first second, then one more each quarter of a second. A client has a connection of its own, which
     * is kept.
     */
    private static void clientsCome(List<Received> arrived) {
        assertThat(arrived).anyMatch(request -> request.body().length() > LONG);
        Map<Integer, List<Double>> clients = byClient(arrived);
        List<Double> came =
                clients.values().stream().map(each -> each.get(0)).sorted().toList();
        assertThat(came).hasSize(9);
        // Five seconds, of which JMeter may lose some when it starts, and more each time.
        assertThat(came.get(1)).isBetween(0.7, 6.5);
        assertThat(came.get(8) - came.get(1)).isBetween(1.2, 3.5);
        assertThat(came.get(8) - came.get(4)).isGreaterThan(0.4);
        assertThat(came.get(4) - came.get(1)).isGreaterThan(0.3);
        double end = seconds(arrived).get(arrived.size() - 1);
        assertThat(clients.values()).as("go together").allMatch(each -> each.get(each.size() - 1) > end - 0.7);
    }

    @Test
    void shouldLetClientsOfAClosedWorkloadGo() throws Exception {
        undisturbed(plan.caseOf("Sequential-leave-engine"), sending -> {}, sending -> {
            assertAllSucceeded(sending);
            clientsGo(sending.arrived());
        });
    }

    private static void clientsGo(List<Received> arrived) {
        Map<Integer, List<Double>> clients = byClient(arrived);
        assertThat(clients).hasSize(6);
        List<Double> went = clients.values().stream()
                .map(each -> each.get(each.size() - 1))
                .sorted()
                .toList();
        // Four after three seconds, two after five.
        assertThat(went.get(3) - went.get(0)).isLessThan(0.9);
        assertThat(went.get(4) - went.get(3)).isBetween(1.1, 2.9);
        assertThat(went.get(5) - went.get(4)).isLessThan(0.9);
    }

    /** When the requests of each connection arrived, since the very first one. */
    private static Map<Integer, List<Double>> byClient(List<Received> arrived) {
        long first = arrived.stream().mapToLong(Received::atNs).min().orElseThrow();
        return arrived.stream()
                .sorted(Comparator.comparingLong(Received::atNs))
                .collect(Collectors.groupingBy(
                        Received::port, Collectors.mapping(each -> (each.atNs() - first) / 1e9, Collectors.toList())));
    }

    /** In which state how many arrive is in the schedule, which has the numbers of the trace. */
    @Test
    void shouldSendAsManyRequestsOfBurstsAsTheTrace() throws Exception {
        CasePlan of = plan.caseOf("Sequential-spiky-engine");
        Trace trace = Trace.read(compiled.resolve(of.clients().get(0).traceOf(1)));

        undisturbed(of, JMeterExportIT::assertAllSucceeded, sending -> assertThat(sending.arrived())
                .hasSize(trace.size()));
    }

    @Test
    void shouldSendAsManyRequestsInEachSecondAsTheRecording() throws Exception {
        CasePlan of = plan.caseOf("Sequential-shop-engine");
        Trace trace = Trace.read(compiled.resolve(of.clients().get(0).traceOf(1)));

        undisturbed(of, sending -> {}, sending -> {
            assertAllSucceeded(sending);
            sendsAsRecorded(seconds(sending.arrived()), trace);
        });
    }

    private static void sendsAsRecorded(List<Double> at, Trace trace) {
        assertThat(at).hasSize(trace.size());
        // Those of the warm-up, one at the begin of the measurement, forty within a second.
        int before = trace.arrivalsBefore(1_900_000);
        assertThat(at.get(before + 39) - at.get(before)).isBetween(0.2, 1.2);
    }

    /** Each process gets its requests, one of them filled with records, each on a connection of its own, as the model wants it. */
    @Test
    void shouldSendTheRequestsOfAMix() throws Exception {
        CasePlan of = plan.cases().stream()
                .filter(each -> each.workload().equals("both"))
                .findFirst()
                .orElseThrow();
        Trace trace = Trace.read(compiled.resolve(of.clients().get(0).traceOf(1)));

        undisturbed(of, sending -> assertMixed(sending, trace), sending -> assertThat(sending.arrived())
                .hasSizeGreaterThan(40));
    }

    private static void assertMixed(Sending sending, Trace trace) {
        assertAllSucceeded(sending);
        List<Received> arrived = sending.arrived();
        assertThat(arrived).as("each on a connection of its own").allMatch(Received::last);
        // A port may belong to another connection a moment later; kept ones would have two ports.
        assertThat(arrived.stream().map(Received::port).distinct().count())
                .as("ports of %d requests", arrived.size())
                .isGreaterThan(arrived.size() * 3L / 4);
        Map<String, String> process = new HashMap<>();
        Map<String, String> symbol = new HashMap<>();
        for (int i = 0; i < trace.size(); i++) {
            String chunk = trace.chunkNames().get(trace.chunk(i));
            String uiid = trace.workload() + "." + trace.client(i) + "." + trace.number(i);
            process.put(uiid, chunk.substring(0, chunk.indexOf('/')));
            if (trace.row(i) != Trace.NO_ROW) {
                symbol.put(uiid, SYMBOLS.get(trace.row(i)));
            }
        }
        assertThat(arrived).allSatisfy(request -> {
            assertThat(request.path()).isEqualTo("/" + process.get(request.uiid()));
            assertThat(request.soapAction())
                    .isEqualTo(
                            "\"" + plan.processOf(process.get(request.uiid())).soapAction() + "\"");
        });
        assertThat(arrived.stream().map(Received::path).distinct()).hasSize(2);
        assertThat(arrived)
                .filteredOn(request -> request.path().equals("/Sequential"))
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.body()
                                .replace("&quot;", "\"")
                                .replace("&lt;", "<")
                                .replace("&amp;", "&"))
                        .contains(">" + symbol.get(request.uiid()) + "<", ">" + request.uiid() + "<"));
        assertThat(arrived.stream().map(request -> symbol.get(request.uiid())).distinct())
                .as("rows of the first requests, and none of the process without records")
                .contains(SYMBOLS.get(0), SYMBOLS.get(1), SYMBOLS.get(2), null);
    }

    /** When they arrived, since the first one. */
    private static List<Double> seconds(List<Received> arrived) {
        long first = arrived.stream().mapToLong(Received::atNs).min().orElseThrow();
        return arrived.stream()
                .map(each -> (each.atNs() - first) / 1e9)
                .sorted()
                .toList();
    }

    /** Sends the load of a case by JMeter, and receives it; the service answers as the model wants it, but for {@link #PARTLY_WRONG}. */
    private static Sending send(CasePlan of) throws Exception {
        String element = plan.processOf(of.processes().get(0)).answerElement();
        String right = element.substring(element.indexOf('}') + 1);
        assertThat(right).isNotEmpty();
        boolean partlyWrong = PARTLY_WRONG.contains(of.workload());

        Queue<Received> arrived = new ConcurrentLinkedQueue<>();
        AtomicInteger count = new AtomicInteger();
        ExecutorService threads = Executors.newCachedThreadPool();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            arrived.add(received(exchange));
            boolean wrong = count.incrementAndGet() % EVERY_WRONG == 0 && partlyWrong;
            answer(exchange, "<Envelope><" + (wrong ? "other" : right) + "/></Envelope>");
        });
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
            List<Map<String, String>> results = jmeter(
                    export(of),
                    of.processes().size() == 1
                            ? List.of("-Jsoabench.endpoint=" + address + ORDERS)
                            : of.processes().stream()
                                    .map(each -> "-Jsoabench.endpoint." + each + "=" + address + each)
                                    .toList());
            return new Sending(List.copyOf(arrived), results);
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
    }

    private static void assertAllSucceeded(Sending sending) {
        assertThat(sending.results())
                .hasSameSizeAs(sending.arrived())
                .allSatisfy(result -> assertThat(result.get("success")).isEqualTo("true"));
    }

    /** Returns how many threads JMeter had at most. */
    private static int mostThreads(Sending sending) {
        return sending.results().stream()
                .mapToInt(result -> Integer.parseInt(result.get("allThreads")))
                .max()
                .orElseThrow();
    }

    /** Checks that requests are those of the plan, and that JMeter knows the wrong answers. */
    private static void assertPlanned(CasePlan of, Sending sending) throws IOException {
        ProcessPlan process = plan.processOf(of.subject());
        ClientPlan client = of.clients().get(0);
        List<Received> arrived = sending.arrived();
        assertThat(sending.results()).hasSameSizeAs(arrived);
        assertThat(sending.results().stream().filter(result -> !Boolean.parseBoolean(result.get("success"))))
                .hasSize(arrived.size() / EVERY_WRONG);
        Trace trace = Trace.read(compiled.resolve(client.traceOf(1)));
        int taken = arrived.size() + client.jmeterThreads();
        Map<String, String> wanted = bodies(of, trace, taken);
        assertThat(arrived.stream().collect(Collectors.groupingBy(Received::uiid, Collectors.counting())))
                .as("each line once until they begin again")
                .allSatisfy((uiid, times) -> assertThat(times).isBetween(1L, 1L + (taken - 1) / trace.size()));
        assertThat(arrived).allSatisfy(request -> {
            assertThat(request.path()).isEqualTo("/" + ORDERS);
            assertThat(request.soapAction()).isEqualTo("\"" + process.soapAction() + "\"");
            assertThat(request.contentType()).isEqualTo("text/xml; charset=UTF-8");
            assertThat(wanted).containsEntry(request.uiid(), request.body());
        });
        assertThat(arrived.stream().map(Received::port).distinct().count())
                .as("connections, which are kept")
                .isLessThanOrEqualTo(client.jmeterThreads());
    }

    private static Path export(CasePlan of) {
        return compiled.resolve("jmeter/" + of.id() + ".jmx");
    }

    /**
     * What the first lines of a trace want, by identifier. A long request is sent from its file as it is, with the placeholder
     * (generators/README.md).
     */
    private static Map<String, String> bodies(CasePlan of, Trace trace, int lines) throws IOException {
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
                "close".equals(exchange.getRequestHeaders().getFirst("Connection")),
                exchange.getRemoteAddress().getPort(),
                System.nanoTime());
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Runs JMeter to its end; returns its results by column. */
    private static List<Map<String, String>> jmeter(Path jmx, List<String> properties)
            throws IOException, InterruptedException {
        Path own = Files.createTempDirectory(folder, "jmeter-");
        Path output = own.resolve("jmeter.txt");
        Path results = own.resolve("results.csv");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.soabench.load.StockJMeter",
                "-n",
                "-t",
                jmx.toString(),
                "-l",
                results.toString(),
                // Else it stays until the threads of an Open Model Thread Group have been idle for a minute.
                "-Jjmeterengine.force.system.exit=true"));
        command.addAll(properties);
        Process jmeter = new ProcessBuilder(command)
                .directory(own.toFile())
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
