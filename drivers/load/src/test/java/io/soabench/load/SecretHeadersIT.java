package io.soabench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.server.ClientProcess;
import io.soabench.load.server.ScriptedServer;
import io.soabench.load.server.Testbed;
import io.soabench.plan.HeaderPlan;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.SecretFile;
import io.soabench.plan.SoapVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Headers of the model reach the server, and no file or output has their secrets. */
class SecretHeadersIT {

    private static final String KEY = "k3y-of-the-tenant";
    private static final String PASSWORD = "open-sesame-99";

    /** The pair anna:open-sesame-99 as `base64` writes it. */
    private static final String PAIR = "YW5uYTpvcGVuLXNlc2FtZS05OQ==";

    private static final HeaderPlan TENANT = new HeaderPlan("X-Tenant", "acme", "", "", "", "");
    private static final HeaderPlan API_KEY = new HeaderPlan("X-Api-Key", "", "SOABENCH_SECRET_KEY", "", "", "");
    private static final HeaderPlan LOGIN = new HeaderPlan("Authorization", "", "", "password", "", "anna");

    @TempDir
    private Path folder;

    private ClientProcess client(LoadOptions options, Map<String, String> environment) throws IOException {
        return ClientProcess.start(
                environment, ClientProcess.flags(options.engine()), ClientProcess.arguments(options));
    }

    private Map<String, String> environment() throws IOException {
        Path secrets = Files.createDirectories(folder.resolve("home"));
        Files.writeString(secrets.resolve("password"), PASSWORD + "\n");
        return Map.of("SOABENCH_SECRET_KEY", KEY, SecretFile.FOLDER, secrets.toString());
    }

    /** The server repeats all headers in a fault, as badly written ones do. */
    private void shouldSendHeadersAndKeepSecrets(LoadRecord.Engine engine) throws Exception {
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> out.write(ScriptedServer.http(
                "500 No",
                ScriptedServer.soap("<s:Fault><faultcode>s:Server</faultcode><faultstring>not for "
                        + request.header("X-Api-Key") + " nor " + request.header("Authorization")
                        + "</faultstring></s:Fault>"))))) {
            LoadOptions options = Testbed.closed(folder)
                    .engine(engine)
                    .phases(0, 600, 5_000)
                    .rehearsal(200)
                    .form(SoapVersion.SOAP_11, TENANT, API_KEY, LOGIN)
                    .request(1, 1, 20_000, 0)
                    .write(server.endpoint().toString());
            List<String> printed = new ArrayList<>();
            try (ClientProcess client = client(options, environment())) {
                client.awaitLine("ready");
                client.startIn(100);
                assertThat(client.awaitExit()).as(client.errors()).isEqualTo(LoadClient.DONE);
                printed.addAll(client.lines());
                printed.add(client.errors());
            }
            assertThat(server.requests()).isNotEmpty().allSatisfy(request -> {
                assertThat(request.header("X-Tenant")).isEqualTo("acme");
                assertThat(request.header("X-Api-Key")).isEqualTo(KEY);
                assertThat(request.header("Authorization")).isEqualTo("Basic " + PAIR);
                assertThat(request.header("SOAPAction")).isEqualTo("\"urn:order\"");
            });
            assertThat(Files.readString(options.out().resolve("samples-here.csv")))
                    .contains("s:Server: not for *** nor Basic ***");
            assertNoSecretIn(String.join("\n", printed));
            for (Path file : filesWithoutSecrets()) {
                assertNoSecretIn(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
    }

    private List<Path> filesWithoutSecrets() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(folder.resolve("home")))
                    .toList();
            assertThat(all).extracting(file -> file.getFileName().toString()).contains("plan.json", "samples-here.csv");
            return all;
        }
    }

    private static void assertNoSecretIn(String text) {
        assertThat(text).doesNotContain(KEY).doesNotContain(PASSWORD).doesNotContain(PAIR);
    }

    @Test
    void shouldSendHeadersAndKeepSecretsByTheEventLoop() throws Exception {
        shouldSendHeadersAndKeepSecrets(LoadRecord.Engine.LOOP);
    }

    @Test
    void shouldSendHeadersAndKeepSecretsByJMeter() throws Exception {
        shouldSendHeadersAndKeepSecrets(LoadRecord.Engine.JMETER);
    }

    @Test
    void shouldNameWhatIsMissingBeforeAnythingIsSent() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            LoadOptions options = Testbed.closed(folder)
                    .form(SoapVersion.SOAP_11, API_KEY)
                    .request(1, 1, 20_000, 0)
                    .write(server.endpoint().toString());
            try (ClientProcess client = client(options, Map.of())) {
                assertThat(client.awaitExit()).isEqualTo(LoadClient.BAD_INPUT);
                assertThat(client.errors().strip())
                        .isEqualTo("header \"X-Api-Key\" of process \"Sequential\" needs the variable"
                                + " SOABENCH_SECRET_KEY, which the environment of this machine has not; set it before"
                                + " the run");
            }
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void shouldSpeakSoap12() throws Exception {
        String envelope = ScriptedServer.soap("<a:answer xmlns:a=\"urn:q\">1</a:answer>")
                .replace("http://schemas.xmlsoap.org/soap/envelope/", SoapVersion.SOAP_12.namespace());
        try (ScriptedServer server =
                new ScriptedServer((request, socket, out) -> out.write(ScriptedServer.http("200 OK", envelope)))) {
            LoadOptions options = Testbed.closed(folder)
                    .phases(0, 500, 5_000)
                    .form(SoapVersion.SOAP_12)
                    .request(1, 1, 20_000, 0)
                    .write(server.endpoint().toString());
            try (ClientProcess client = client(options, Map.of())) {
                client.awaitLine("ready");
                client.startIn(100);
                assertThat(client.awaitExit()).as(client.errors()).isEqualTo(LoadClient.DONE);
            }
            assertThat(server.requests()).isNotEmpty().allSatisfy(request -> {
                assertThat(request.header("Content-Type"))
                        .isEqualTo("application/soap+xml; charset=utf-8; action=\"urn:order\"");
                assertThat(request.header("Accept")).isEqualTo("application/soap+xml");
                assertThat(request.head()).doesNotContainIgnoringCase("SOAPAction");
            });
            assertThat(Files.readAllLines(options.out().resolve("samples-here.csv")))
                    .hasSizeGreaterThan(1)
                    .filteredOn(line -> line.startsWith("measure"))
                    .allMatch(line -> line.contains(",OK,"));
        }
    }
}
