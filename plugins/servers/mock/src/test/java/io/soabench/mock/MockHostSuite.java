package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.soabench.plan.CsvTable;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import io.soabench.plan.MockPlan.UiidSource;
import io.soabench.plan.MockPlan.UiidSource.Kind;
import io.soabench.plan.MockRequest;
import io.soabench.plan.SoapVersion;
import io.soabench.testing.TestPorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What every mock host must do, whatever it is made of. A test class for a host says how it starts. */
@Tag("it")
@Timeout(300)
public abstract class MockHostSuite {

    /** How much later than planned an answer may come: from a program that just started, on a machine that stands still for a while. */
    private static final long TOLERANCE_NS = TimeUnit.SECONDS.toNanos(12);

    /** Much more than threads of a busy machine need to take two requests. */
    private static final long TAKEN_US = 1_000_000;

    /** Each of its two clients, or else one of them, sends all requests that there are. */
    private static final int REHEARSED = 2_000;

    @TempDir
    protected Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private RunningHost host;
    private CallLog calls;
    private Path log;

    /** How the host under test starts. */
    protected abstract RunningHost.Starter starter();

    /** Makes a mock folder complete for the host under test. */
    protected void complete(Path mock) throws IOException {}

    /** Path of the services' addresses, e.g. {@code /services}. */
    protected abstract String base();

    private Path stock;
    private Path sum;
    private Path header;

    @BeforeEach
    void writeFolders() throws IOException {
        stock = LoadedMockFixture.stock(folder, 1, List.of("a.1.1\t0 5000 60000!", "a.1.2\t1000!", "a.1.3\t90000"));
        sum = LoadedMockFixture.sum(folder, List.of("b.1.1\t100 200 300+0", "b.1.2\t100+40000"));
        header = LoadedMockFixture.stock(
                folder, 2, new UiidSource(Kind.HEADER, List.of(), List.of(), "X-UIID"), List.of("c.1.1\t500"));
        complete(stock);
        complete(sum);
        complete(header);
        log = folder.resolve("calls.csv");
    }

    private void start() throws HostRefused {
        calls = CallLog.open(log);
        host = starter().start("127.0.0.1", 0, MockServices.load(List.of(stock, sum, header)), calls);
    }

    @AfterEach
    void stop() throws IOException {
        if (host != null) {
            host.stop(Duration.ZERO);
            calls.close();
        }
    }

    /** Stops the host and reads what it logged, sorted by arrival. */
    private List<String[]> stopAndRead() throws IOException {
        return stopAndRead(Duration.ofSeconds(1));
    }

    private List<String[]> stopAndRead(Duration grace) throws IOException {
        host.stop(grace);
        host = null;
        calls.close();
        List<String> lines = Files.readAllLines(log);
        assertThat(lines.get(0)).isEqualTo(CsvTable.CALLS.header());
        List<String[]> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            rows.add(line.split(",", -1));
        }
        rows.sort((one, other) -> Long.compare(Long.parseLong(one[6]), Long.parseLong(other[6])));
        return rows;
    }

    private HttpRequest.Builder post(String service, String action, String body) {
        return HttpRequest.newBuilder(URI.create(address(service)))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "text/xml; charset=UTF-8")
                .header("SOAPAction", '"' + action + '"')
                .POST(BodyPublishers.ofString(body));
    }

    private String address(String service) {
        return "http://127.0.0.1:" + host.port() + base() + '/' + service;
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String described(String[] row) {
        return String.join(",", row[0], row[1], row[2], row[3], row[4], row[5], row[7], row[9]);
    }

    private static List<String> described(List<String[]> rows) {
        return rows.stream().map(MockHostSuite::described).toList();
    }

    @Test
    void shouldAnswerEachStepAsPlannedWhenCalledAgain() throws Exception {
        start();

        HttpResponse<String> first = send(post("stock-1", "", LoadedMockFixture.quote("a.1.1")));
        HttpResponse<String> second = send(post("stock-1", "", LoadedMockFixture.quote("a.1.1")));
        HttpResponse<String> third = send(post("stock-1", "", LoadedMockFixture.quote("a.1.1")));
        HttpResponse<String> fourth = send(post("stock-1", "", LoadedMockFixture.quote("a.1.1")));

        assertThat(List.of(first.statusCode(), second.statusCode(), third.statusCode(), fourth.statusCode()))
                .containsExactly(200, 200, 500, 200);
        assertThat(first.headers().firstValue("Content-Type").orElse("")).startsWith("text/xml");
        assertThat(first.body()).contains("price").contains("Envelope");
        assertThat(third.body()).contains("Fault").contains("planned failure of service stock, instance 1");
        List<String[]> rows = stopAndRead();
        assertThat(described(rows))
                .containsExactly(
                        "stock,1,quote,a.1.1,1,1,0,OK",
                        "stock,1,quote,a.1.1,2,1,5000,OK",
                        "stock,1,quote,a.1.1,3,1,60000,SERVER_FAULT",
                        "stock,1,quote,a.1.1,4,1,0,OK");
        for (String[] row : rows) {
            assertPunctual(row);
        }
    }

    /** Whoever asks for the same gets the same, whoever asks for something else something else. */
    @Test
    void shouldDrawItsAnswersFromIdentifierAndStep() throws Exception {
        MockPlan.Draw draw = new MockPlan.Draw("sum", 1, 1_000_000, 42);
        LoadedMockFixture.drawing(sum, draw);
        complete(sum);
        start();

        for (String uiid : List.of("b.1.1", "b.1.1~2", "b.1.2", "not.in.trace")) {
            for (int step = 1; step <= 2; step++) {
                assertThat(send(post("sum-1", "", LoadedMockFixture.add(uiid, step)))
                                .body())
                        .contains("<sum>" + draw.value(uiid, step) + "</sum>");
            }
        }
    }

    private static void assertPunctual(String[] row) {
        long tookNs = Long.parseLong(row[8]) - Long.parseLong(row[6]);
        long plannedNs = TimeUnit.MICROSECONDS.toNanos(Long.parseLong(row[7]));
        assertThat(tookNs)
                .as("time to answer of %s", String.join(",", row))
                .isBetween(plannedNs, plannedNs + TOLERANCE_NS);
    }

    /** Each kind at once, and after a while. */
    @Test
    void shouldFailInEveryWayThatIsPlanned() throws Exception {
        stock = LoadedMockFixture.stock(
                folder, 3, List.of("k.1.1\t0! 0!s 0!503 0!m 0!c 0", "k.1.2\t4000! 4000!s 4000!429 4000!m 4000!c 4000"));
        Files.writeString(
                stock.resolve("answers/quote.fault.xml"),
                LoadedMockFixture.envelope("<soapenv:Fault><faultcode>soapenv:Server</faultcode>"
                        + "<faultstring>declared</faultstring></soapenv:Fault>"));
        complete(stock);
        start();
        for (String uiid : List.of("k.1.1", "k.1.2")) {
            HttpResponse<String> declared = send(post("stock-3", "", LoadedMockFixture.quote(uiid)));
            HttpResponse<String> generic = send(post("stock-3", "", LoadedMockFixture.quote(uiid)));
            HttpResponse<String> status = send(post("stock-3", "", LoadedMockFixture.quote(uiid)));
            HttpResponse<String> malformed = send(post("stock-3", "", LoadedMockFixture.quote(uiid)));
            assertThatThrownBy(() -> send(post("stock-3", "", LoadedMockFixture.quote(uiid))))
                    .as("a connection that is closed")
                    .isInstanceOf(IOException.class);
            HttpResponse<String> good = send(post("stock-3", "", LoadedMockFixture.quote(uiid)));

            assertThat(declared.statusCode()).isEqualTo(500);
            assertThat(declared.body()).contains("declared").doesNotContain("planned failure");
            assertThat(generic.statusCode()).isEqualTo(500);
            assertThat(generic.body()).contains("planned failure of service stock, instance 3");
            assertThat(status.statusCode()).isEqualTo(uiid.equals("k.1.1") ? 503 : 429);
            assertThat(status.body()).isEmpty();
            assertThat(malformed.statusCode()).isEqualTo(200);
            assertThat(malformed.body()).contains("<soapenv:Body>").doesNotContain("</soapenv:Body>");
            assertThat(good.statusCode()).isEqualTo(200);
            assertThat(good.body()).contains("price");
        }
        List<String[]> rows = stopAndRead();
        assertThat(described(rows))
                .containsExactly(
                        "stock,3,quote,k.1.1,1,1,0,FAULT",
                        "stock,3,quote,k.1.1,2,1,0,SERVER_FAULT",
                        "stock,3,quote,k.1.1,3,1,0,HTTP",
                        "stock,3,quote,k.1.1,4,1,0,MALFORMED",
                        "stock,3,quote,k.1.1,5,1,0,CLOSED",
                        "stock,3,quote,k.1.1,6,1,0,OK",
                        "stock,3,quote,k.1.2,1,1,4000,FAULT",
                        "stock,3,quote,k.1.2,2,1,4000,SERVER_FAULT",
                        "stock,3,quote,k.1.2,3,1,4000,HTTP",
                        "stock,3,quote,k.1.2,4,1,4000,MALFORMED",
                        "stock,3,quote,k.1.2,5,1,4000,CLOSED",
                        "stock,3,quote,k.1.2,6,1,4000,OK");
        for (String[] row : rows) {
            assertPunctual(row);
        }
    }

    @Test
    void shouldSendNothingWhenItClosesTheConnection() throws Exception {
        stock = LoadedMockFixture.stock(folder, 3, List.of("k.1.1\t0!c", "k.1.2\t4000!c"));
        complete(stock);
        start();
        for (String uiid : List.of("k.1.1", "k.1.2")) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), host.port())) {
                socket.setSoTimeout(60_000);
                socket.getOutputStream().write(raw("stock-3", LoadedMockFixture.quote(uiid)));

                assertThat(received(socket)).as(uiid).isEmpty();
            }
        }
    }

    /** The bytes until the end of the connection, also when it is reset. */
    private static byte[] received(Socket socket) throws IOException {
        try {
            return socket.getInputStream().readAllBytes();
        } catch (java.net.SocketException e) {
            return new byte[0];
        }
    }

    private byte[] raw(String service, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        return ("POST " + base() + '/' + service
                        + " HTTP/1.1\r\nHost: here\r\nContent-Type: text/xml\r\nContent-Length: " + content.length
                        + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldStaySilentWithoutHoldingAnybodyUp() throws Exception {
        stock = LoadedMockFixture.stock(folder, 3, List.of("k.1.1\t0!n 3000!n 0"));
        complete(stock);
        start();
        for (int i = 0; i < 2; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), host.port())) {
                socket.setSoTimeout(300);
                socket.getOutputStream().write(raw("stock-3", LoadedMockFixture.quote("k.1.1")));

                assertThatThrownBy(() -> socket.getInputStream().read())
                        .isInstanceOf(java.net.SocketTimeoutException.class);
            }
        }

        assertThat(send(post("stock-3", "", LoadedMockFixture.quote("k.1.1"))).statusCode())
                .isEqualTo(200);
        // Longer than this test may take: the end does not wait for answers that never come.
        List<String[]> rows = stopAndRead(Duration.ofMinutes(5));
        assertThat(described(rows))
                .containsExactly(
                        "stock,3,quote,k.1.1,1,1,0,SILENT",
                        "stock,3,quote,k.1.1,2,1,3000,SILENT",
                        "stock,3,quote,k.1.1,3,1,0,OK");
        assertThat(rows.get(0)[8]).isEqualTo("0");
        assertThat(rows.get(1)[8]).isEqualTo("0");
    }

    /** A process that is called back, and takes what says so. */
    private static final class CalledProcess implements AutoCloseable {
        private final BlockingQueue<String> letters = new LinkedBlockingQueue<>();
        private final HttpServer server;

        CalledProcess() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                letters.add(exchange.getRequestURI() + " "
                        + exchange.getRequestHeaders().getFirst("SOAPAction") + " " + body);
                exchange.sendResponseHeaders(body.contains("refuse") ? 500 : 202, -1);
                exchange.close();
            });
            server.start();
        }

        String address(String path) {
            return "http://127.0.0.1:" + server.getAddress().getPort() + path;
        }

        String next() throws InterruptedException {
            String letter = letters.poll(60, TimeUnit.SECONDS);
            assertThat(letter).as("a callback within 60 s").isNotNull();
            return letter;
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static String note(String header, String text) {
        return LoadedMockFixture.envelope("<n:note xmlns:n=\"urn:example:stock\">" + text + "</n:note>")
                .replace("<soapenv:Body>", header + "<soapenv:Body>");
    }

    @Test
    void shouldCallBackWhenItHasWorkedOnAOneWayRequest() throws Exception {
        try (CalledProcess process = new CalledProcess()) {
            stock = LoadedMockFixture.stockCallingBack(
                    folder,
                    3,
                    process.address("/processes/P"),
                    List.of("k.1.1\t40000", "k.1.2\t50000", "k.1.3\t1000!n", "k.1.4\t0!503"));
            complete(stock);
            start();
            String addressed =
                    "<soapenv:Header><a:MessageID xmlns:a=\"http://www.w3.org/2005/08/addressing\">urn:m:1</a:MessageID>"
                            + "<a:ReplyTo xmlns:a=\"http://www.w3.org/2005/08/addressing\"><a:Address>"
                            + process.address("/elsewhere") + "</a:Address></a:ReplyTo></soapenv:Header>";

            HttpResponse<String> taken = send(post("stock-3", "urn:example:stock:notify", note("", "tea &amp; milk"))
                    .header("X-UIID", "k.1.1"));
            assertThat(process.next())
                    .startsWith("/processes/P \"urn:example:stock:noted\" ")
                    .contains(">tea &amp; milk</s:noted>")
                    .doesNotContain("Header");
            HttpResponse<String> other = send(post("stock-3", "urn:example:stock:notify", note(addressed, "refuse"))
                    .header("X-UIID", "k.1.2"));
            assertThat(process.next())
                    .startsWith("/elsewhere ")
                    .contains(">refuse</s:noted>")
                    .contains(">urn:m:1</wsa:RelatesTo>")
                    .contains(">" + process.address("/elsewhere") + "</wsa:To>");
            HttpResponse<String> silent = send(post("stock-3", "urn:example:stock:notify", note("", "never"))
                    .header("X-UIID", "k.1.3"));
            HttpResponse<String> failed = send(
                    post("stock-3", "urn:example:stock:notify", note("", "no")).header("X-UIID", "k.1.4"));

            assertThat(List.of(taken.statusCode(), other.statusCode(), silent.statusCode(), failed.statusCode()))
                    .containsExactly(202, 202, 202, 503);
            List<String[]> rows = stopAndRead(Duration.ofSeconds(60));
            assertThat(process.letters).isEmpty();
            assertThat(described(rows))
                    .containsExactlyInAnyOrder(
                            "stock,3,notify,k.1.1,1,1,0,OK",
                            "stock,3,noted,k.1.1,1,1,40000,CALLED_BACK",
                            "stock,3,notify,k.1.2,1,1,0,OK",
                            "stock,3,noted,k.1.2,1,1,50000,REFUSED",
                            "stock,3,notify,k.1.3,1,1,0,OK",
                            "stock,3,noted,k.1.3,1,1,1000,OMITTED",
                            "stock,3,notify,k.1.4,1,1,0,HTTP");
            for (String[] row : rows) {
                if (!row[9].equals("OMITTED")) {
                    assertPunctual(row);
                }
            }
        }
    }

    @Test
    void shouldLogTheCallbackThatWasNotSentWhenTheHostStops() throws Exception {
        stock = LoadedMockFixture.stockCallingBack(folder, 3, "", List.of("k.1.1\t30000000"));
        complete(stock);
        start();

        HttpResponse<String> taken =
                send(post("stock-3", "urn:example:stock:notify", note("", "x")).header("X-UIID", "k.1.1"));

        assertThat(taken.statusCode()).isEqualTo(202);
        List<String[]> rows = stopAndRead(Duration.ofMillis(10));
        assertThat(described(rows))
                .containsExactlyInAnyOrder("stock,3,notify,k.1.1,1,1,0,OK", "stock,3,noted,k.1.1,1,1,30000000,REFUSED");
        assertThat(rows.stream().filter(row -> row[9].equals("REFUSED")).map(row -> row[8]))
                .containsExactly("0");
    }

    @Test
    void shouldTakeLongerTheMoreItHasToDo() throws Exception {
        stock = LoadedMockFixture.stock(
                folder, 3, List.of("# capacity=0 per-concurrent-us=100000", "k.1.1\t3000000 3000000 3000000"));
        Path queue = LoadedMockFixture.stock(
                folder, 4, List.of("# capacity=1 per-concurrent-us=0", "a.1.1\t1500000 1500000 1500000"));
        complete(stock);
        complete(queue);
        header = queue;
        start();
        List<CompletableFuture<HttpResponse<String>>> open = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            open.add(client.sendAsync(
                    post("stock-3", "", LoadedMockFixture.quote("k.1.1")).build(), BodyHandlers.ofString()));
            open.add(client.sendAsync(
                    post("stock-4", "", LoadedMockFixture.quote("a.1.1")).build(), BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> each : open) {
            assertThat(each.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }

        List<String[]> rows = stopAndRead();
        assertThat(planned(rows, "3")).containsExactly(3_000_000L, 3_100_000L, 3_200_000L);
        List<Long> queued = planned(rows, "4");
        assertThat(queued.get(0)).isEqualTo(1_500_000L);
        // Of two that arrive at one time, the second may be taken first: what that takes the threads is waited for,
        // too.
        assertThat(queued.get(1)).isBetween(1_500_001L, 3_000_000L + TAKEN_US);
        assertThat(queued.get(2)).isBetween(queued.get(1), 4_500_000L + TAKEN_US);
        for (String[] row : rows) {
            assertPunctual(row);
        }
    }

    @Test
    void shouldTellWhatIsInServiceAndWhatWaitsOnPaper() throws Exception {
        Path one = LoadedMockFixture.stock(
                folder, 4, List.of("# capacity=1 per-concurrent-us=0", "a.1.1\t3000000 3000000 3000000"));
        complete(one);
        header = one;
        start();
        assertThat(get("?statistics").body()).isEqualTo("{\"inService\": 0, \"waiting\": 0}\n");
        List<CompletableFuture<HttpResponse<String>>> open = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            open.add(client.sendAsync(
                    post("stock-4", "", LoadedMockFixture.quote("a.1.1")).build(), BodyHandlers.ofString()));
        }
        awaitArrival(3);

        HttpResponse<String> busy = get("?statistics");

        assertThat(busy.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        assertThat(busy.body()).isEqualTo("{\"inService\": 3, \"waiting\": 2}\n");
        for (CompletableFuture<HttpResponse<String>> each : open) {
            assertThat(each.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
        assertThat(send(post("stock-4", "", "no message")).statusCode()).isEqualTo(500);
        awaitStatistics("{\"inService\": 0, \"waiting\": 0}\n");
    }

    /** A request is answered a moment before it is over. */
    private void awaitStatistics(String wished) throws Exception {
        HostClock clock = HostClock.system();
        long untilNs = clock.epochNanos() + TimeUnit.SECONDS.toNanos(60);
        String told = get("?statistics").body();
        while (!told.equals(wished) && clock.epochNanos() < untilNs) {
            told = get("?statistics").body();
        }
        assertThat(told).isEqualTo(wished);
    }

    private static List<Long> planned(List<String[]> rows, String instance) {
        return rows.stream()
                .filter(row -> row[1].equals(instance))
                .map(row -> Long.parseLong(row[7]))
                .sorted()
                .toList();
    }

    @Test
    void shouldTouchNothingWhenItWarmsItselfBefore() throws Exception {
        MockServices services = MockServices.load(List.of(stock, sum, header));
        int answered = warmUp(services, OutputStream.nullOutputStream());
        calls = CallLog.open(log);
        host = starter().start("127.0.0.1", 0, services, calls);

        HttpResponse<String> first = send(post("stock-1", "", LoadedMockFixture.quote("a.1.1")));
        HttpResponse<String> second = send(post("stock-1", "", LoadedMockFixture.quote("a.1.1")));
        String order = LoadedMockFixture.envelope("<o:order xmlns:o=\"urn:example:stock\">x</o:order>");
        HttpResponse<String> byArrival = send(post("stock-2", "", order));

        assertThat(answered).isEqualTo(REHEARSED);
        assertThat(List.of(first.statusCode(), second.statusCode(), byArrival.statusCode()))
                .containsExactly(200, 200, 200);
        assertThat(described(stopAndRead()))
                .containsExactly(
                        "stock,1,quote,a.1.1,1,1,0,OK", "stock,1,quote,a.1.1,2,1,5000,OK", "stock,2,order,,0,0,500,OK");
    }

    private int warmUp(MockServices services, OutputStream lines) throws Exception {
        // It ends with its requests, however slow the machine is.
        Duration enough = Duration.ofSeconds(50);
        return new HostWarmUp(services, base())
                .run(starter(), new HostWarmUp.Bounds(enough, enough, REHEARSED), lines)
                .answered();
    }

    /** Each operation known and unknown, at once and later, and the kinds of failures that its trace has. */
    @Test
    void shouldRehearseEverythingThatServicesHaveToDo() throws Exception {
        stock = LoadedMockFixture.stockCallingBack(
                folder.resolve("back"), 1, "http://127.0.0.1:1/", List.of("a.1.1\t0! 0!s 0!503 0!m 0!c 0"));
        complete(stock);
        ByteArrayOutputStream lines = new ByteArrayOutputStream();

        warmUp(MockServices.load(List.of(stock, sum, header)), lines);

        Set<String> done = new HashSet<>();
        for (String line : lines.toString(StandardCharsets.UTF_8).split("\n", -1)) {
            String[] row = line.split(",", -1);
            if (row.length > 1) {
                String planned = row[7].equals("0") ? "at once" : "later";
                done.add(String.join(" ", row[0], row[1], row[2], row[5].equals("1") ? "known" : "unknown", planned));
                done.add(String.join(" ", row[0], row[1], row[9]));
            }
        }
        assertThat(done)
                .contains("stock 1 quote known at once", "stock 1 quote known later", "stock 1 quote unknown at once")
                .contains("stock 1 order known at once", "stock 1 order known later", "stock 1 order unknown at once")
                .contains("stock 1 notify known at once", "stock 1 noted known later", "stock 1 CALLED_BACK")
                .contains("stock 1 SERVER_FAULT", "stock 1 HTTP", "stock 1 MALFORMED", "stock 1 OK")
                .contains("stock 2 quote known at once", "stock 2 notify known later", "sum 1 OK")
                .doesNotContain("stock 1 BAD", "stock 1 CLOSED", "sum 1 BAD", "sum 1 SERVER_FAULT", "stock 2 BAD");
    }

    @Test
    void shouldRehearseEveryOperationOfEveryServiceWithoutARefusal() throws Exception {
        for (MockService service :
                MockServices.load(List.of(stock, sum, header)).all()) {
            for (MockPlan.MockOperation operation : service.folder().plan().operations()) {
                String message = MockRequest.envelope(
                        SoapVersion.SOAP_11, service.folder().plan().uiid(), operation, "-rehearsal.1.7");
                byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
                RequestScan scan = service.scan(bytes, bytes.length, "utf-8");

                assertThat(scan.defect()).as(message).isEqualTo(RequestScan.Defect.NONE);
                assertThat(service.operation(operation.soapAction(), scan.element()))
                        .as(message)
                        .contains(operation);
                if (service.folder().plan().uiid().kind() == Kind.MESSAGE
                        && service.folder().plan().uiid().id().get(0).equals(operation.inputElement())) {
                    assertThat(scan.uiid()).as(message).isEqualTo("-rehearsal.1.7");
                }
            }
        }
    }

    @Test
    void shouldTakeTheStepFromTheMessageWhenItIsThere() throws Exception {
        start();

        HttpResponse<String> third = send(post("sum-1", "", LoadedMockFixture.add("b.1.1", 3)));
        HttpResponse<String> first = send(post("sum-1", "", LoadedMockFixture.add("b.1.1~2", 1)));

        assertThat(List.of(third.statusCode(), first.statusCode())).containsExactly(200, 200);
        assertThat(third.body()).contains("addResponse");
        assertThat(described(stopAndRead()))
                .containsExactly("sum,1,add,b.1.1,3,1,300,OK", "sum,1,add,b.1.1~2,1,1,100,OK");
    }

    @Test
    void shouldAcceptWithoutAnswerWhenOperationIsOneWay() throws Exception {
        start();
        String note = LoadedMockFixture.envelope("<n:note xmlns:n=\"urn:example:stock\">x</n:note>");

        HttpResponse<String> accepted =
                send(post("stock-2", "urn:example:stock:notify", note).header("X-UIID", "c.1.1"));

        assertThat(accepted.statusCode()).isEqualTo(202);
        assertThat(accepted.body()).isEmpty();
        assertThat(described(stopAndRead())).containsExactly("stock,2,notify,c.1.1,1,1,500,OK");
    }

    @Test
    void shouldCountAsUntracedWhenIdentifierIsUnknownOrMissing() throws Exception {
        start();
        String order = LoadedMockFixture.envelope("<o:order xmlns:o=\"urn:example:stock\">x</o:order>");

        send(post("stock-2", "", order).header("X-UIID", "z.9.9"));
        send(post("stock-2", "", order));

        assertThat(described(stopAndRead()))
                .containsExactly("stock,2,order,z.9.9,1,0,500,OK", "stock,2,order,,0,0,500,OK");
    }

    @Test
    void shouldAnswerAClientFaultWhenTheRequestIsNoneOfTheService() throws Exception {
        start();
        String known = LoadedMockFixture.quote("a.1.1");
        Map<String, String> requests = new TreeMap<>();
        requests.put("1 nothing", "");
        requests.put("2 text", "hello");
        requests.put("3 cut", known.substring(0, 60));
        requests.put("4 other XML", "<a/>");
        requests.put(
                "5 entity",
                known.replace("<soapenv:Envelope", "<!DOCTYPE e [<!ENTITY x \"a.1.1\">]><soapenv:Envelope")
                        .replace(" a.1.1 ", "&x;"));
        requests.put("6 undeclared entity", known.replace(" a.1.1 ", "&x;"));
        requests.put("7 unknown element", LoadedMockFixture.envelope("<q:what xmlns:q=\"urn:q\"/>"));
        requests.put("8 empty body", LoadedMockFixture.envelope(""));
        requests.put("9 mismatched tags", known.replace("</s:symbol>", "</s:other>"));
        requests.put("A bytes", "\u0000\u0001\u0002<\u0003");

        for (Map.Entry<String, String> request : requests.entrySet()) {
            HttpResponse<String> response = send(post("stock-1", "urn:unknown", request.getValue()));
            assertThat(response.statusCode()).as(request.getKey()).isEqualTo(500);
            assertThat(response.body()).as(request.getKey()).contains("Client</faultcode>");
        }

        List<String[]> rows = stopAndRead();
        assertThat(rows).hasSize(requests.size());
        assertThat(described(rows)).containsOnly("stock,1,,,0,0,0,BAD");
    }

    @Test
    void shouldAnswerVersionMismatchWhenTheEnvelopeIsSoap12() throws Exception {
        start();
        String soap12 = LoadedMockFixture.quote("a.1.1")
                .replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");

        HttpResponse<String> asText = send(post("stock-1", "", soap12));
        HttpResponse<String> asSoap12 =
                send(post("stock-1", "", soap12).setHeader("Content-Type", "application/soap+xml; charset=UTF-8"));

        assertThat(List.of(asText.statusCode(), asSoap12.statusCode())).containsExactly(500, 500);
        assertThat(asText.body()).contains("VersionMismatch");
        assertThat(asSoap12.body()).isEqualTo(asText.body());
        assertThat(described(stopAndRead())).containsOnly("stock,1,,,0,0,0,BAD");
    }

    @Test
    void shouldRefuseWhenTheRequestIsTooLarge() throws Exception {
        start();
        String large = LoadedMockFixture.quote("a.1.1").replace("X", "X".repeat(MockService.LARGEST_REQUEST));

        HttpResponse<String> response = send(post("stock-1", "", large));

        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("Client</faultcode>").contains("larger than");
        assertThat(described(stopAndRead())).containsExactly("stock,1,,,0,0,0,BAD");
    }

    @Test
    void shouldServeWsdlSchemaAndListWhenAsked() throws Exception {
        start();

        HttpResponse<String> wsdl = get("/stock-1?wsdl");
        HttpResponse<String> schema = get("/stock-1?xsd=types/stock.xsd");
        HttpResponse<String> list = get("");

        assertThat(wsdl.statusCode()).isEqualTo(200);
        assertThat(wsdl.headers().firstValue("Content-Type").orElse("")).startsWith("text/xml");
        assertThat(wsdl.body())
                .contains("location=\"" + address("stock-1") + '"')
                .contains("schemaLocation=\"" + address("stock-1") + "?xsd=types/stock.xsd\"")
                .contains("targetNamespace=\"urn:example:stock\"");
        assertThat(schema.statusCode()).isEqualTo(200);
        assertThat(schema.body()).contains("confirmation");
        assertThat(list.body())
                .contains(address("stock-1"))
                .contains(address("stock-2"))
                .contains(address("sum-1"));
        assertThat(stopAndRead()).isEmpty();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + host.port() + base() + path);
        return send(HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)));
    }

    @Test
    void shouldSayWhatThereIsWhenThereIsNoSuchThing() throws Exception {
        start();

        assertThat(get("/other?wsdl").statusCode()).isEqualTo(404);
        assertThat(get("/other").body())
                .contains("there is no service \"other\"")
                .contains("stock-1, stock-2, sum-1");
        assertThat(get("/stock-1?wsdl=../mock.json").statusCode()).isEqualTo(404);
        assertThat(get("/stock-1").statusCode()).isEqualTo(405);
        HttpResponse<String> posted = send(post("other", "", LoadedMockFixture.quote("a.1.1")));
        assertThat(posted.statusCode()).isEqualTo(404);
        assertThat(stopAndRead()).isEmpty();
    }

    /** Requests in random order, many at once: what an invocation experiences depends on its identifier and step alone. */
    @Test
    void shouldShowEqualBehaviourWhenRequestsInterleaveDifferently() throws Exception {
        List<String> trace = new ArrayList<>();
        Random random = new Random(20_26);
        for (int i = 1; i <= 50; i++) {
            trace.add("d.1." + i + '\t' + random.nextInt(3_000) + ' ' + random.nextInt(3_000) + "! "
                    + random.nextInt(3_000));
        }
        stock = LoadedMockFixture.stock(folder.resolve("many"), 1, trace);
        complete(stock);
        List<List<String>> outcomes = new ArrayList<>();
        for (int seed = 1; seed <= 2; seed++) {
            start();
            outcomes.add(interleaved(new Random(seed)));
            log = folder.resolve("calls-" + seed + ".csv");
        }

        assertThat(outcomes.get(0)).hasSize(150).isEqualTo(outcomes.get(1));
    }

    private List<String> interleaved(Random random) throws Exception {
        List<String> order = new ArrayList<>();
        for (int i = 1; i <= 50; i++) {
            order.addAll(Collections.nCopies(3, "d.1." + i));
        }
        Collections.shuffle(order, random);
        List<CompletableFuture<HttpResponse<String>>> open = new ArrayList<>();
        for (String uiid : order) {
            open.add(client.sendAsync(
                    post("stock-1", "", LoadedMockFixture.quote(uiid)).build(), BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> response : open) {
            assertThat(response.get(60, TimeUnit.SECONDS).statusCode()).isIn(200, 500);
        }
        return described(stopAndRead()).stream().sorted().toList();
    }

    @Test
    void shouldLetRequestsWaitInTurnWhenThroughputIsLimited() throws Exception {
        start();
        List<CompletableFuture<HttpResponse<String>>> open = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            open.add(client.sendAsync(
                    post("sum-1", "", LoadedMockFixture.add("b.1.2", 1)).build(), BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> response : open) {
            response.get(60, TimeUnit.SECONDS);
        }

        List<String[]> rows = stopAndRead();

        assertThat(rows).hasSize(4);
        List<Long> beginsNs = new ArrayList<>();
        for (String[] row : rows) {
            beginsNs.add(Long.parseLong(row[6]) + TimeUnit.MICROSECONDS.toNanos(Long.parseLong(row[7]) - 100));
            assertPunctual(row);
        }
        Collections.sort(beginsNs);
        for (int i = 1; i < 4; i++) {
            // One microsecond each way for rounding to the log's unit.
            assertThat(beginsNs.get(i) - beginsNs.get(i - 1))
                    .isGreaterThanOrEqualTo(TimeUnit.MICROSECONDS.toNanos(39_999));
        }
    }

    @Test
    void shouldKeepTheConnectionAndTheOrderWhenRequestsArePipelined() throws Exception {
        start();
        String slow = http("stock-1", LoadedMockFixture.quote("a.1.3"));
        String fast = http("sum-1", LoadedMockFixture.add("b.1.1", 1));

        String received;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), host.port())) {
            socket.setSoTimeout(60_000);
            OutputStream out = socket.getOutputStream();
            out.write((slow + fast + slow.replace("keep-alive", "close")).getBytes(StandardCharsets.UTF_8));
            out.flush();
            InputStream in = socket.getInputStream();
            received = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }

        int price = received.indexOf("price>");
        int sumAt = received.indexOf("addResponse");
        assertThat(price).isPositive();
        assertThat(sumAt).isGreaterThan(price);
        assertThat(received.indexOf("price>", sumAt)).isPositive();
        assertThat(received.split("HTTP/1.1 200", -1)).hasSize(4);
    }

    private String http(String service, String body) {
        return "POST " + base() + '/' + service + " HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n"
                + "Content-Type: text/xml\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length
                + "\r\n\r\n" + body;
    }

    @Test
    void shouldLogAsUnansweredWhenTheHostStopsBeforeTheAnswerIsDue() throws Exception {
        stock = LoadedMockFixture.stock(folder.resolve("slow"), 1, List.of("a.1.1\t120000000", "a.1.2\t300000"));
        complete(stock);
        start();
        var never = client.sendAsync(
                post("stock-1", "", LoadedMockFixture.quote("a.1.1")).build(), BodyHandlers.ofString());
        var soon = client.sendAsync(
                post("stock-1", "", LoadedMockFixture.quote("a.1.2")).build(), BodyHandlers.ofString());
        awaitArrival(2);
        HostClock clock = HostClock.system();
        long begunNs = clock.epochNanos();

        List<String[]> rows = stopAndRead(Duration.ofSeconds(4));

        assertThat(clock.epochNanos() - begunNs).isLessThan(TimeUnit.SECONDS.toNanos(30));
        assertThat(soon.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(never.handle((response, failure) -> failure != null || response.statusCode() >= 500)
                        .get(60, TimeUnit.SECONDS))
                .as("connection closed or error")
                .isTrue();
        assertThat(rows).hasSize(2);
        for (String[] row : rows) {
            assertThat(row[8].equals("0")).as(described(row)).isEqualTo(row[3].equals("a.1.1"));
        }
    }

    /** Gives the first service a port of its own. */
    private int ownPort(boolean later) throws IOException {
        int port = TestPorts.next();
        Path description = stock.resolve("mock.json");
        Json.write(description, Json.read(description, MockPlan.class).listening(Integer.toString(port), later));
        complete(stock);
        return port;
    }

    private HttpResponse<String> order(String method, String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address(path)))
                .timeout(Duration.ofSeconds(60))
                .method(method, BodyPublishers.noBody()));
    }

    private HttpRequest.Builder quoteAt(int port, String uiid) {
        return post("stock-1", "", LoadedMockFixture.quote(uiid))
                .uri(URI.create("http://127.0.0.1:" + port + base() + "/stock-1"));
    }

    private static boolean refused(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void shouldRefuseConnectionsToTheInstanceThatIsClosedAndToNoOther() throws Exception {
        int port = ownPort(false);
        start();
        HttpResponse<String> before = send(quoteAt(port, "a.1.1"));
        HttpResponse<String> elsewhere = send(post("stock-1", "", LoadedMockFixture.quote("a.1.1")));

        HttpResponse<String> closed = order("DELETE", "stock-1");

        assertThat(closed.body()).isEqualTo("stock-1 is closed\n");
        assertThat(List.of(before.statusCode(), elsewhere.statusCode(), closed.statusCode()))
                .containsExactly(200, 404, 200);
        assertThat(refused(port)).isTrue();
        // The client may first try the connection that it has kept.
        assertThatThrownBy(() -> send(quoteAt(port, "a.1.1")))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(HttpTimeoutException.class);
        assertThat(send(post("sum-1", "", LoadedMockFixture.add("b.1.1", 1))).statusCode())
                .isEqualTo(200);
        assertThat(order("DELETE", "stock-1").body()).isEqualTo("stock-1 was closed for good\n");
        assertThat(order("PUT", "stock-1").statusCode()).isEqualTo(409);
        assertThat(described(stopAndRead()))
                .containsExactly("stock,1,quote,a.1.1,1,1,0,OK", "sum,1,add,b.1.1,1,1,100,OK");
    }

    @Test
    void shouldAnswerWhatItHasReceivedWhenTheInstanceIsClosed() throws Exception {
        stock = LoadedMockFixture.stock(folder.resolve("slow"), 1, List.of("a.1.1\t4000000"));
        int port = ownPort(false);
        start();
        var pending = client.sendAsync(quoteAt(port, "a.1.1").build(), BodyHandlers.ofString());
        awaitArrival(1);

        assertThat(order("DELETE", "stock-1").statusCode()).isEqualTo(200);

        assertThat(pending.isDone()).isFalse();
        assertThat(refused(port)).isTrue();
        assertThat(pending.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        List<String[]> rows = stopAndRead();
        assertThat(rows).hasSize(1).allSatisfy(MockHostSuite::assertPunctual);
    }

    @Test
    void shouldAnswerFromThenOnWhenAnInstanceAppears() throws Exception {
        int port = ownPort(true);
        start();
        assertThat(refused(port)).isTrue();
        assertThat(order("DELETE", "stock-1").body()).isEqualTo("stock-1 is not open yet\n");

        HttpResponse<String> opened = order("PUT", "stock-1");

        assertThat(opened.body()).isEqualTo("stock-1 listens on port " + port + "\n");
        assertThat(send(quoteAt(port, "a.1.1")).statusCode()).isEqualTo(200);
        HttpResponse<String> wsdl =
                send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + base() + "/stock-1?wsdl")));
        assertThat(wsdl.body()).contains("location=\"http://127.0.0.1:" + port + base() + "/stock-1\"");
        assertThat(order("PUT", "stock-1").body()).isEqualTo("stock-1 is open already\n");
        assertThat(described(stopAndRead())).containsExactly("stock,1,quote,a.1.1,1,1,0,OK");
    }

    @Test
    void shouldSaySoWhenAnInstanceCannotBeOpenedOrClosed() throws Exception {
        start();

        HttpResponse<String> shared = order("DELETE", "stock-1");

        assertThat(shared.statusCode()).isEqualTo(409);
        assertThat(shared.body()).contains("stock-1 has no port of its own");
        assertThat(order("PUT", "other").statusCode()).isEqualTo(404);
        assertThat(send(post("stock-1", "", LoadedMockFixture.quote("a.1.1"))).statusCode())
                .isEqualTo(200);
        assertThat(stopAndRead()).hasSize(1);
    }

    @Test
    void shouldNotStartWhenThePortOfAnInstanceIsTaken() throws Exception {
        int port = ownPort(false);
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(this::start)
                    .isInstanceOf(HostRefused.class)
                    .hasMessageContaining("cannot listen on ")
                    .hasMessageContaining(Integer.toString(other.getLocalPort()));
        }
        calls.close();
    }

    /** One thread opens all the calls, so that the threads that are counted are those of the host. */
    @Test
    void shouldHoldNoThreadForACallWhenAThousandAreDelayed() throws Exception {
        stock = LoadedMockFixture.stock(folder.resolve("slow"), 1, List.of("a.1.1\t8000000"));
        complete(stock);
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        start();
        int calledAtOnce = 1_000;
        byte[] request = http("stock-1", LoadedMockFixture.quote("a.1.1")).getBytes(StandardCharsets.UTF_8);
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < calledAtOnce; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), host.port());
                sockets.add(socket);
                socket.setSoTimeout(60_000);
                socket.getOutputStream().write(request);
            }
            awaitArrival(calledAtOnce);

            Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
            threads.removeAll(before);
            assertThat(threads).hasSizeLessThanOrEqualTo(50);
            for (Socket socket : sockets) {
                byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
                assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        assertThat(stopAndRead()).hasSize(calledAtOnce).allSatisfy(MockHostSuite::assertPunctual);
    }

    /** Waits until the host has taken so many requests that are open. */
    private void awaitArrival(int count) {
        HostClock clock = HostClock.system();
        long untilNs = clock.epochNanos() + TimeUnit.SECONDS.toNanos(60);
        while (openRequests(host) < count) {
            assertThat(clock.epochNanos())
                    .as("deadline for %d open requests", count)
                    .isLessThan(untilNs);
            Thread.onSpinWait();
        }
    }

    /** Number of requests that the host has taken and not answered. */
    protected abstract int openRequests(RunningHost started);
}
