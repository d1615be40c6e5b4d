package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.SoapVersion;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mock of SOAP 1.2, called over HTTP, whatever host serves it. */
public abstract class Soap12Suite {

    /** Starts a host on a free port for the mock in a folder. */
    protected abstract RunningHost start(Path mock, CallLog calls) throws Exception;

    /** Returns the path under which the services are. */
    protected abstract String base();

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private CallLog calls;
    private RunningHost host;

    @BeforeEach
    void start() throws Exception {
        Path stock = LoadedMockFixture.stock(folder, 1, List.of("a.1.1\t0 0!", "a.1.2\t0"));
        LoadedMockFixture.speakingSoap12(stock);
        calls = CallLog.open(folder.resolve("calls.csv"));
        host = start(stock, calls);
    }

    @AfterEach
    void stop() throws IOException {
        host.stop(Duration.ZERO);
        calls.close();
    }

    private HttpResponse<String> call(SoapVersion soap, String action, String body) throws Exception {
        String envelope = "<s:Envelope xmlns:s=\"" + soap.namespace() + "\"><s:Body>" + body + "</s:Body></s:Envelope>";
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + host.port() + base() + "/stock-1"))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", soap.contentType(action))
                        .POST(HttpRequest.BodyPublishers.ofString(envelope))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String request(String uiid) {
        return "<r:request xmlns:r=\"" + LoadedMockFixture.STOCK + "\"><r:id>" + uiid + "</r:id></r:request>";
    }

    private static String type(HttpResponse<String> answer) {
        return answer.headers().firstValue("Content-Type").orElse("");
    }

    @Test
    void shouldAnswerInItsVersionWithTheIdentifierOfTheRequest() throws Exception {
        HttpResponse<String> answer =
                call(SoapVersion.SOAP_12, LoadedMockFixture.STOCK + ":quote", request("a.1.2&amp;x"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(type(answer).replace(" ", "")).isEqualTo("application/soap+xml;charset=UTF-8");
        assertThat(answer.body()).contains(SoapVersion.SOAP_12.namespace(), "<s:name>a.1.2&amp;x</s:name>");
    }

    @Test
    void shouldFindAnOperationByTheActionInTheMediaType() throws Exception {
        HttpResponse<String> answer =
                call(SoapVersion.SOAP_12, LoadedMockFixture.STOCK + ":order", "<other xmlns=\"urn:other\"/>");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("confirmation");
    }

    @Test
    void shouldFailAsPlannedByAFaultOfItsVersion() throws Exception {
        assertThat(call(SoapVersion.SOAP_12, "", request("a.1.1")).statusCode()).isEqualTo(200);

        HttpResponse<String> fault = call(SoapVersion.SOAP_12, "", request("a.1.1"));

        assertThat(fault.statusCode()).isEqualTo(500);
        assertThat(fault.body())
                .contains(
                        SoapVersion.SOAP_12.namespace(),
                        "<soapenv:Code><soapenv:Value>soapenv:Receiver</soapenv:Value></soapenv:Code>");
    }

    @Test
    void shouldAnswerWrongRequestsByFaultsThatTheirClientsRead() throws Exception {
        HttpResponse<String> unknown = call(SoapVersion.SOAP_12, "", "<other xmlns=\"urn:other\"/>");
        HttpResponse<String> older = call(SoapVersion.SOAP_11, "", request("a.1.2"));

        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.body()).contains("soapenv:Sender", "has no operation with body element");
        assertThat(older.statusCode()).isEqualTo(500);
        assertThat(older.body())
                .contains(SoapVersion.SOAP_11.namespace(), "VersionMismatch", "this service speaks SOAP 1.2");
    }
}
