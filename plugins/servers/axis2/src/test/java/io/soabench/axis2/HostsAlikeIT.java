package io.soabench.axis2;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.lean.LeanMockHost;
import io.soabench.mock.CallLog;
import io.soabench.mock.LoadedMockFixture;
import io.soabench.mock.MockServices;
import io.soabench.mock.RunningHost;
import io.soabench.plan.MockPlan;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.xmlunit.assertj3.XmlAssert;

/** The hosts differ in cost only: equal folders and equal requests give equal answers, behaviours and logs. */
@Tag("it")
@Timeout(120)
class HostsAlikeIT {

    /** How much later than planned half of the answers may come at most. */
    private static final long TOLERANCE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Path> folders = new ArrayList<>();

    /** What a host answered and logged. */
    private record Conversation(List<HttpResponse<String>> responses, List<String[]> log) {}

    /** A request without its host. */
    private record Request(String service, String action, String contentType, String body) {
        Request(String service, String action, String body) {
            this(service, action, "text/xml; charset=UTF-8", body);
        }
    }

    @BeforeEach
    void writeFolders() throws IOException {
        List<String> stock = new ArrayList<>();
        List<String> sum = new ArrayList<>();
        Random random = new Random(7);
        for (int i = 1; i <= 40; i++) {
            stock.add("u.1." + i + '\t' + random.nextInt(4_000) + ' ' + random.nextInt(4_000)
                    + (i % 5 == 0 ? "! " : " ") + random.nextInt(4_000));
            sum.add("u.1." + i + '\t' + random.nextInt(2_000) + ' ' + random.nextInt(2_000));
        }
        folders.add(LoadedMockFixture.stock(folder, 1, stock));
        folders.add(LoadedMockFixture.stock(folder, 2, stock));
        Path drawing = LoadedMockFixture.sum(folder, sum);
        LoadedMockFixture.drawing(drawing, new MockPlan.Draw("sum", -50, 50, 7));
        folders.add(drawing);
        for (Path mock : folders) {
            ServiceArchiveFixture.write(mock);
        }
    }

    private HttpRequest http(RunningHost host, String base, Request request) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + host.port() + base + '/' + request.service()))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", request.contentType())
                .header("SOAPAction", '"' + request.action() + '"')
                .POST(BodyPublishers.ofString(request.body()))
                .build();
    }

    private Conversation talk(RunningHost.Starter starter, String base, List<Request> requests, boolean atOnce)
            throws Exception {
        Path file = Files.createTempFile(folder, "calls", ".csv");
        List<HttpResponse<String>> responses = new ArrayList<>();
        try (CallLog calls = CallLog.open(file)) {
            RunningHost host = starter.start("127.0.0.1", 0, MockServices.load(folders), calls);
            try {
                List<CompletableFuture<HttpResponse<String>>> open = new ArrayList<>();
                for (Request request : requests) {
                    var response = client.sendAsync(http(host, base, request), BodyHandlers.ofString());
                    if (!atOnce) {
                        response.join();
                    }
                    open.add(response);
                }
                for (CompletableFuture<HttpResponse<String>> response : open) {
                    responses.add(response.get(60, TimeUnit.SECONDS));
                }
            } finally {
                host.stop(Duration.ofSeconds(1));
            }
        }
        List<String[]> log = new ArrayList<>();
        for (String line : Files.readAllLines(file).subList(1, responses.size() + 1)) {
            log.add(line.split(",", -1));
        }
        return new Conversation(responses, log);
    }

    private Conversation lean(List<Request> requests, boolean atOnce) throws Exception {
        return talk(LeanMockHost::start, "/services", requests, atOnce);
    }

    private Conversation axis2(List<Request> requests, boolean atOnce) throws Exception {
        return talk(Axis2MockHost::start, "/axis2/services", requests, atOnce);
    }

    /** Everything that does not depend on the clock, sorted. */
    private static List<String> behaviours(Conversation conversation) {
        return conversation.log().stream()
                .map(row -> String.join(",", row[0], row[1], row[2], row[3], row[4], row[5], row[7], row[9]))
                .sorted()
                .toList();
    }

    private static List<Request> everyKindOfRequest() {
        String quote = LoadedMockFixture.quote("u.1.1");
        String stock = LoadedMockFixture.STOCK;
        String order = LoadedMockFixture.envelope("<s:order xmlns:s='" + stock + "'>x</s:order>");
        String note = LoadedMockFixture.envelope("<s:note xmlns:s='" + stock + "'>x</s:note>");
        List<Request> requests = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            for (int step = 1; step <= 4; step++) {
                requests.add(new Request("stock-1", stock + ":quote", LoadedMockFixture.quote("u.1." + i)));
                requests.add(new Request("sum-1", "", LoadedMockFixture.add("u.1." + i + "~3", step)));
            }
        }
        requests.add(new Request("stock-2", "", order));
        requests.add(new Request("stock-2", "wrong", order));
        requests.add(new Request("stock-2", stock + ":notify", note));
        requests.add(new Request("stock-2", "", LoadedMockFixture.quote("not.in.trace")));
        requests.add(new Request("stock-2", stock + ":quote", LoadedMockFixture.envelope("<x/>")));
        requests.add(new Request("stock-2", stock + ":quote", LoadedMockFixture.envelope("")));
        requests.add(new Request("stock-2", "unknown", LoadedMockFixture.envelope("")));
        requests.add(new Request("stock-2", "unknown", LoadedMockFixture.envelope("<x/>")));
        requests.add(new Request("stock-2", stock + ":quote", quote.substring(0, quote.indexOf("<s:rest>"))));
        requests.add(new Request("stock-2", stock + ":quote", quote.substring(0, quote.indexOf("<s:id>"))));
        requests.add(new Request("stock-2", "", "text/plain", quote));
        requests.add(new Request("stock-2", "", "application/soap+xml", quote));
        requests.add(new Request("stock-2", "", "multipart/related; boundary=x", quote));
        requests.add(new Request("stock-2", "", "text/xml; charset=nonsense", quote));
        requests.add(new Request("stock-2", "", ""));
        requests.add(new Request("stock-2", "", "garbage"));
        requests.add(new Request("stock-2", "", "<?xml version='1.0'?><!DOCTYPE x SYSTEM 'http://127.0.0.1:1/x'><x/>"));
        requests.add(
                new Request(
                        "stock-2",
                        "",
                        quote.replace(
                                "<soapenv:Body>",
                                "<soapenv:Header><h:must xmlns:h='urn:h' soapenv:mustUnderstand='1'/></soapenv:Header><soapenv:Body>")));
        requests.add(new Request(
                "stock-2",
                "",
                quote.replace(
                        "<soapenv:Body>",
                        "<soapenv:Header><a:ReplyTo xmlns:a='http://www.w3.org/2005/08/addressing'><a:Address>"
                                + "http://127.0.0.1:1/nobody</a:Address></a:ReplyTo></soapenv:Header><soapenv:Body>")));
        requests.add(new Request(
                "stock-2",
                "",
                quote.replace("schemas.xmlsoap.org/soap/envelope/", "www.w3.org/2003/05/soap-envelope")));
        requests.add(new Request("stock-2", "", quote.replace("soap/envelope/", "soap/other/")));
        return requests;
    }

    @Test
    void shouldAnswerAlikeWhenRequestsAreAlike() throws Exception {
        List<Request> requests = everyKindOfRequest();

        Conversation lean = lean(requests, false);
        Conversation axis2 = axis2(requests, false);

        for (int i = 0; i < requests.size(); i++) {
            HttpResponse<String> expected = lean.responses().get(i);
            HttpResponse<String> actual = axis2.responses().get(i);
            assertThat(actual.statusCode())
                    .as("%s: %s", requests.get(i), actual.body())
                    .isEqualTo(expected.statusCode());
            assertThat(actual.headers().firstValue("Content-Type").map(HostsAlikeIT::mediaType))
                    .isEqualTo(expected.headers().firstValue("Content-Type").map(HostsAlikeIT::mediaType));
            if (expected.body().isEmpty()) {
                assertThat(actual.body()).as("%s", requests.get(i)).isEmpty();
            } else {
                XmlAssert.assertThat(actual.body().getBytes(StandardCharsets.UTF_8))
                        .and(expected.body().getBytes(StandardCharsets.UTF_8))
                        .as(requests.get(i).toString())
                        .ignoreWhitespace()
                        .areIdentical();
            }
        }
        assertThat(behaviours(axis2)).isEqualTo(behaviours(lean));
        assertPunctual(lean);
        assertPunctual(axis2);
        assertThat(lean.log().stream().map(row -> row[9]).distinct())
                .containsExactlyInAnyOrder("OK", "SERVER_FAULT", "BAD");
    }

    private static String mediaType(String contentType) {
        return contentType.toLowerCase(Locale.ROOT).replace(" ", "");
    }

    /** No answer is early, and most are on time even here, where programs are cold and the machine is busy. */
    private static void assertPunctual(Conversation conversation) {
        long[] lateNs = conversation.log().stream()
                .mapToLong(row -> Long.parseLong(row[8])
                        - Long.parseLong(row[6])
                        - TimeUnit.MICROSECONDS.toNanos(Long.parseLong(row[7])))
                .sorted()
                .toArray();
        assertThat(lateNs[0]).isNotNegative();
        assertThat(lateNs[lateNs.length / 2]).isLessThan(TOLERANCE_NS);
    }

    @Test
    void shouldShowEqualBehavioursWhenRequestsInterleaveDifferently() throws Exception {
        List<Request> requests = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            for (int step = 1; step <= 3; step++) {
                requests.add(new Request("stock-1", "", LoadedMockFixture.quote("u.1." + i)));
                requests.add(new Request("sum-1", "", LoadedMockFixture.add("u.1." + i, step)));
            }
        }

        Collections.shuffle(requests, new Random(1));
        Conversation lean = lean(requests, true);
        Collections.shuffle(requests, new Random(2));
        Conversation axis2 = axis2(requests, true);

        assertThat(behaviours(axis2)).hasSize(240).isEqualTo(behaviours(lean));
    }
}
