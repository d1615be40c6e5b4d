package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.testing.SelfSignedCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A black box within TLS that wants credentials and speaks SOAP 1.2 is measured, and no file of the run has a secret. */
@Timeout(600)
final class GuardedBlackBoxIT {

    private static final String KEY = "k3y-that-nobody-may-see";
    private static final String PASSWORD = "passw0rd-that-nobody-may-see";
    private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

    /** One request of that many is answered by a fault that repeats the credentials. */
    private static final int FAULTS = 10;

    @TempDir
    private Path folder;

    private HttpsServer server;
    private ExecutorService threads;
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();

    @BeforeEach
    void startServerAndWriteModel() throws Exception {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(secure()));
        threads = Executors.newFixedThreadPool(4);
        server.setExecutor(threads);
        server.createContext("/weather", this::answer);
        server.start();
        Examples.copy("black-box", folder.resolve("box"));
        Path wsdl = folder.resolve("box/wsdl/weather.wsdl");
        Files.writeString(
                wsdl,
                Files.readString(wsdl)
                        .replace("http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/soap12/"));
        Path model = folder.resolve("box/black-box.testbed");
        Files.writeString(
                model,
                Files.readString(model)
                        .replace(
                                "http://127.0.0.1:9090/weather\"",
                                "https://127.0.0.1:" + server.getAddress().getPort() + "/weather\"\n"
                                        + "    trust \"server.pem\"\n"
                                        + "    header \"X-Api-Key\" from environment \"SOABENCH_SECRET_WEATHER\"\n"
                                        + "    header \"Authorization\" from file \"weather-password\" user \"anna\"\n")
                        .replace("check \"data/lugano.xml\" answers \"data/lugano-forecast.xml\"", "")
                        .replace(
                                "repeat 2  warm up 3 s  measure 6 s",
                                "repeat 1  warm up 1 s  measure 3 s until 30 answers at most 60 s")
                        .replace("    expect p99 response-time < 250 ms, failures < 1 %\n", "")
                        // The streams of a PDF file are compressed: no text can be looked for in them.
                        .replace("report html, pdf", "report html"));
    }

    /** A context with a certificate that nobody but the model trusts. */
    private SSLContext secure() throws Exception {
        SelfSignedCertificate certificate = new SelfSignedCertificate(folder, "ip:127.0.0.1");
        Files.createDirectories(folder.resolve("box"));
        Files.writeString(folder.resolve("box/server.pem"), certificate.pem());
        return certificate.context();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String key = String.valueOf(exchange.getRequestHeaders().getFirst("X-Api-Key"));
            String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            boolean right = key.equals(KEY)
                    && authorization.equals("Basic "
                            + Base64.getEncoder().encodeToString(("anna:" + PASSWORD).getBytes(StandardCharsets.UTF_8)))
                    && exchange.getRequestHeaders()
                            .getFirst("Content-Type")
                            .equals("application/soap+xml; charset=utf-8; action=\"urn:example:weather/GetForecast\"")
                    && exchange.getRequestHeaders().getFirst("SOAPAction") == null;
            boolean fault = !right || answered.incrementAndGet() % FAULTS == 0;
            if (!right) {
                refused.incrementAndGet();
            }
            byte[] envelope = ("<s:Envelope xmlns:s=\"" + SOAP_12 + "\"><s:Body>"
                            + (fault
                                    ? "<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text"
                                            + " xml:lang=\"en\">" + key + " " + authorization
                                            + "</s:Text></s:Reason></s:Fault>"
                                    : "<GetForecastResponse xmlns=\"urn:example:weather:types\"/>")
                            + "</s:Body></s:Envelope>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/soap+xml; charset=utf-8");
            exchange.sendResponseHeaders(fault ? 400 : 200, envelope.length);
            exchange.getResponseBody().write(envelope);
        }
    }

    private Map<String, String> environment() throws IOException {
        Path secrets = Files.createDirectories(folder.resolve("secrets"));
        Files.writeString(secrets.resolve("weather-password"), PASSWORD + "\n");
        Map<String, String> environment = new HashMap<>();
        environment.put("SOABENCH_SECRETS", secrets.toString());
        environment.put("SOABENCH_SECRET_WEATHER", KEY);
        return environment;
    }

    @Test
    void shouldMeasureWithCredentialsThatNoFileHas() throws Exception {
        String output;
        try (MavenCommand maven = MavenCommand.start(
                environment(),
                folder,
                "run",
                "-Dtestbed=box/black-box.testbed",
                "-Dsoabench.output=out",
                Measuring.ONCE)) {
            maven.await();
            output = maven.output();
        }

        Path latest = folder.resolve("out/black-box/runs/latest").toRealPath();
        for (String name : List.of("Weather-made", "Weather-taken")) {
            Path repetition = latest.resolve("cases").resolve(name).resolve("1");
            RepetitionRecord record = Json.read(repetition.resolve("repetition.json"), RepetitionRecord.class);
            assertThat(record.message()).as(output).isEmpty();
            assertThat(Files.readString(repetition.resolve("samples-here.csv")))
                    .contains(",OK,200,")
                    .contains(",FAULT,400,")
                    .contains("s:Sender: *** Basic ***");
        }
        assertThat(refused.get()).isZero();
        assertThat(Files.readString(latest.resolve("plan.json")))
                .contains("SOABENCH_SECRET_WEATHER", "weather-password", "SOAP_12");
        String pair = Base64.getEncoder().encodeToString(("anna:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        for (String secret : List.of(KEY, PASSWORD, pair)) {
            assertThat(output).doesNotContain(secret);
            try (Stream<Path> files = Files.walk(folder.resolve("out"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)
                                    .contains(secret))
                            .as(file.toString())
                            .isFalse();
                }
            }
        }
    }

    @Test
    void shouldNameEachSecretThatIsMissingBeforeAnythingStarts() throws Exception {
        try (MavenCommand maven = MavenCommand.start(
                Map.of("SOABENCH_SECRETS", folder.resolve("none").toString()),
                folder,
                "run",
                "-Dtestbed=box/black-box.testbed",
                "-Dsoabench.output=out")) {
            assertThat(maven.await()).isEqualTo(1);
            assertThat(maven.output())
                    .contains("header \"X-Api-Key\" of process \"Weather\" needs the variable SOABENCH_SECRET_WEATHER,"
                            + " which the environment of this machine has not; set it before the run");
        }
        assertThat(folder.resolve("out/black-box/runs")).doesNotExist();
        assertThat(answered.get()).isZero();
    }
}
