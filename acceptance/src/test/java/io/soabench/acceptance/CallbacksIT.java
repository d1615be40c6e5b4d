package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are answered by a callback beside others that are not, and by a process that runs elsewhere. */
final class CallbacksIT {

    /** A process that calls back beside one that answers, and one that runs elsewhere. */
    private static final String COMBINED =
            """
            testbed combined "Callbacks beside answers, and from elsewhere"
            seed 12
            """
                    + BothAnswers.MODEL
                    + """
            process Elsewhere {
                black box wsdl "wsdl/purchase.wsdl" at "http://127.0.0.1:PORT/purchase"
                operation "order"
                callback "offered"
                check "data/order.xml" answers "data/free.xml"
            }
            server engine : reference on here { heap 128 MiB jvm-options "-XX:TieredStopAtLevel=1" }
            server mocks : lean on here { serves quotes, prices }
            workload one closed { clients 2 think time 50 ms sends Orders }
            suite Quick {
                repeat 1 warm up 1 s measure 3 s until 120 answers at most 60 s time-out 30 s
                case on engine for workload in (both)
                case for process in (Elsewhere), workload in (one)
            }
            report csv
            """;

    @TempDir
    Path folder;

    private record Sent(double latencyMs, String outcome, String status) {}

    private Path run() {
        return folder.resolve("out/combined/runs/latest");
    }

    private Path repetition(String testCase) {
        return run().resolve("cases/" + testCase + "/1");
    }

    private List<String> rows(String query) throws SQLException {
        return Results.rows(run(), query);
    }

    private List<Sent> samples(String testCase) throws IOException {
        return Files.readAllLines(repetition(testCase).resolve("samples-here.csv")).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(fields ->
                        new Sent((Long.parseLong(fields[7]) - Long.parseLong(fields[5])) / 1e6, fields[8], fields[9]))
                .toList();
    }

    /**
     * Takes orders, and calls whoever has sent one back: where the request says, to what it says, with the identifier that it has.
     */
    private static HttpServer elsewhere(ExecutorService threads) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HttpClient client = HttpClient.newHttpClient();
        server.setExecutor(threads);
        server.createContext("/purchase", exchange -> {
            String order = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
            String offered = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Header>"
                    + "<a:RelatesTo xmlns:a=\"http://www.w3.org/2005/08/addressing\">" + text(order, "MessageID")
                    + "</a:RelatesTo></s:Header><s:Body><p:offered xmlns:p=\"urn:soabench:purchase\"><p:id>"
                    + text(order, "id") + "</p:id><p:price>0</p:price></p:offered></s:Body></s:Envelope>";
            var unused = client.sendAsync(
                    HttpRequest.newBuilder(URI.create(text(order, "Address")))
                            .header("Content-Type", "text/xml; charset=utf-8")
                            .POST(HttpRequest.BodyPublishers.ofString(offered))
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
        });
        server.start();
        return server;
    }

    /** The text of the first element of that name. */
    private static String text(String xml, String element) {
        Matcher found = Pattern.compile("[<:]" + element + "\\b[^>]*>([^<]*)<").matcher(xml);
        assertThat(found.find()).as(element + " in " + xml).isTrue();
        return found.group(1);
    }

    @Test
    void shouldMeasureCallbacksOfOneOfAMixAndOfABlackBox() throws Exception {
        BothAnswers.copySources(folder);
        Files.writeString(
                folder.resolve("data/free.xml"),
                Files.readString(folder.resolve("data/offered.xml")).replace("${quotes#1}", "0"));
        ExecutorService threads = Executors.newCachedThreadPool();
        HttpServer server = elsewhere(threads);
        try {
            Files.writeString(
                    folder.resolve("combined.testbed"),
                    COMBINED.replace(
                            "PORT", Integer.toString(server.getAddress().getPort())));
            Measuring.ran(() -> MavenCommand.outcome(
                    folder, "run", "-Dtestbed=combined.testbed", "-Dsoabench.output=out", Measuring.ONCE));
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }

        List<Sent> both = samples("both-engine");
        List<Sent> purchases =
                both.stream().filter(sent -> sent.status().equals("202")).toList();
        assertThat(both).allMatch(sent -> sent.outcome().equals("OK"));
        assertThat(purchases)
                .as("taken, then answered by a callback, which waits for that of the partner")
                .hasSizeGreaterThan(5)
                .hasSizeLessThan(both.size() - 5)
                .allMatch(sent -> sent.latencyMs() >= 20);
        List<Sent> elsewhere = samples("Elsewhere-one");
        assertThat(elsewhere).hasSizeGreaterThan(5).allMatch(sent -> sent.outcome()
                .equals("OK"));
        assertThat(rows("select case_id, callbacks, callbacks_late + callbacks_repeated + callbacks_foreign"
                        + " + callbacks_malformed + callbacks_not_accepted from v_load_client order by case_id"))
                .containsExactlyInAnyOrder(
                        "both-engine " + purchases.size() + " 0", "Elsewhere-one " + elsewhere.size() + " 0");
        assertThat(rows("select distinct state from v_ledger where case_id = 'both-engine' and entry like '%calls%'"))
                .containsExactly("agrees");
        assertThat(Files.readString(repetition("both-engine").resolve("repetition.json")))
                .contains("\"checks\" : 4");
        assertThat(Files.readString(repetition("Elsewhere-one").resolve("repetition.json")))
                .contains("\"checks\" : 1");
    }
}
