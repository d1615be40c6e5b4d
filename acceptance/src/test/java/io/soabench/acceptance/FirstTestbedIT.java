package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.soabench.plan.Json;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What docs/tutorials/first-testbed.md promises: a testbed that runs as it is, of each of the three sources, by the commands that it prints. */
@Order(4)
@Timeout(600)
final class FirstTestbedIT extends SmallTestbed {

    private static final Pattern NEXT =
            Pattern.compile("it runs as it is: mvn io\\.soabench:soabench-maven-plugin:[^:\\s]+:run -Dtestbed=(\\S+)");

    private static final String QUOTE =
            """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
            <quote xmlns="urn:soabench:quote"><price>7</price><currency>CHF</currency><firm>true</firm></quote>
            </soap:Body></soap:Envelope>
            """;

    @Test
    void shouldComeFromABpelFileToAPageAndAReportAndOverwriteNothing() throws Exception {
        Map<String, String> sources = contents(folder.resolve("bpel"), folder.resolve("wsdl"));

        Path model = started("-Dbpel=bpel/sequential.bpel", "-Dsoabench.directory=made");

        assertThat(model).isEqualTo(folder.resolve("made/Sequential.testbed"));
        assertThat(contents(folder.resolve("bpel"), folder.resolve("wsdl"))).isEqualTo(sources);
        try (MavenCommand maven = MavenCommand.run(folder, "doc", "-Dtestbed=" + model)) {
            assertThat(maven.status()).as(maven.output()).isZero();
            assertThat(maven.output()).contains("wrote target/soabench/Sequential/doc/index.html and ");
        }
        assertThat(folder.resolve("target/soabench/Sequential/doc/index.html"))
                .content()
                .contains("How quickly does Sequential answer", "<svg ");
        Path run = ran(model, "html", "report/index.html");
        assertThat(Results.rows(run, "select distinct state from v_ledger where entry like '%calls%'"))
                .as("the partner was called as the process says")
                .containsExactly("agrees");

        Map<String, String> before = contents(folder.resolve("made"));
        try (MavenCommand maven =
                MavenCommand.run(folder, "init", "-Dbpel=bpel/flow-no-dep.bpel", "-Dsoabench.directory=made")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.output())
                    .contains("already has a testbed, Sequential.testbed, and nothing is overwritten")
                    .doesNotContain("\tat ");
        }
        assertThat(contents(folder.resolve("made"))).isEqualTo(before);
    }

    @Test
    void shouldLoadAMockOfAContract() throws Exception {
        Path model = started("-Dwsdl=wsdl/quote.wsdl", "-Dsoabench.directory=made");

        ran(model, "csv", "export/v_repetition.csv");
    }

    @Test
    void shouldLoadAServiceThatRuns() throws Exception {
        String wsdl = Files.readString(folder.resolve("wsdl/quote.wsdl"));
        ExecutorService threads = Executors.newCachedThreadPool();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/services/quote", exchange -> answer(exchange, wsdl));
        server.start();
        try {
            Path model =
                    started("-Dblackbox=http://127.0.0.1:" + server.getAddress().getPort() + "/services/quote");
            assertThat(model).as("named like the service").hasParentRaw(folder.resolve("quote"));
            ran(model, "csv", "export/v_repetition.csv");
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
    }

    /** Somebody else's service: it describes itself, and quotes a price. */
    private static void answer(HttpExchange exchange, String wsdl) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] bytes =
                ("wsdl".equals(exchange.getRequestURI().getQuery()) ? wsdl : QUOTE).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Makes a testbed, and takes init at its word: every file is there. */
    private Path started(String... options) throws Exception {
        Path model;
        try (MavenCommand maven = MavenCommand.run(folder, "init", options)) {
            assertThat(maven.status()).as(maven.output()).isZero();
            Matcher next = NEXT.matcher(maven.output());
            assertThat(next.find()).as(maven.output()).isTrue();
            model = folder.resolve(next.group(1));
            List<String> files = maven.output()
                    .lines()
                    .filter(line -> line.startsWith("[INFO]   "))
                    .map(line -> line.substring("[INFO]   ".length()))
                    .toList();
            assertThat(maven.output()).contains("wrote " + files.size() + " files:");
            assertThat(files).isNotEmpty().allSatisfy(file -> assertThat(folder.resolve(file))
                    .isNotEmptyFile());
        }
        return model;
    }

    /** Runs it for a shorter time, to a report in that format, of which there is that file. */
    private Path ran(Path model, String format, String file) throws Exception {
        String text = Files.readString(model);
        String shorter = text.replace("repeat 2  warm up 3 s  measure 10 s", "repeat 1  warm up 1 s  measure 4 s")
                .replace("(steady, arrivals)", "(arrivals)")
                .replace("report html, pdf", "report " + format);
        assertThat(shorter).contains("measure 4 s", "in (arrivals)", "report " + format + "\n");
        Files.writeString(model, shorter);

        Measuring.ran(() -> MavenCommand.outcome(folder, "run", "-Dtestbed=" + model, Measuring.ONCE));

        Path run;
        try (Stream<Path> testbeds = Files.list(folder.resolve("target/soabench"))) {
            run = testbeds.findFirst().orElseThrow().resolve("runs/latest").toRealPath();
        }
        assertThat(Json.read(run.resolve("run.json"), RunRecord.class).state()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(run.resolve(file)).isNotEmptyFile();
        assertThat(Integer.parseInt(Results.rows(run, "select sum(succeeded) from process_requests")
                        .get(0)))
                .as("answers of the right kind to some forty requests")
                .isBetween(15, 100);
        return run;
    }

    private static Map<String, String> contents(Path... folders) throws IOException {
        Map<String, String> all = new TreeMap<>();
        for (Path each : folders) {
            try (Stream<Path> files = Files.walk(each)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    all.put(file.toString(), Files.readString(file));
                }
            }
        }
        return all;
    }
}
