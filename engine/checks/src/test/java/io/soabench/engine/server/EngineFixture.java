package io.soabench.engine.server;

import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import io.soabench.engine.server.transport.TransportOption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.net.ssl.SSLContext;

/** An engine in this virtual machine on free loopback ports, with a scripted partner. */
final class EngineFixture implements AutoCloseable {
    /**
     * The configuration of all tests of this fixture; {@code -Dsoabench.transport=io_uring} lets them use another
     * transport.
     */
    static final EngineConfiguration CONFIGURATION = EngineConfiguration.DEFAULT
            .but()
            .port(0)
            .adminPort(0)
            .transport(TransportOption.valueOf(System.getProperty(
                            "soabench.transport",
                            EngineConfiguration.DEFAULT.transport().text())
                    .toUpperCase(Locale.ROOT)))
            .build();

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    final ScriptedPartner partner;
    final Engine engine;
    private final HttpClient client;

    EngineFixture() throws IOException, EngineStartException {
        this(CONFIGURATION);
    }

    EngineFixture(EngineConfiguration configuration) throws IOException, EngineStartException {
        this(configuration, null);
    }

    /** Makes a fixture whose clients trust the certificates of a context; those of Java if it is null. */
    EngineFixture(EngineConfiguration configuration, SSLContext trusting) throws IOException, EngineStartException {
        HttpClient.Builder clients =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE);
        client = trusting == null
                ? clients.build()
                : clients.sslContext(trusting).build();
        partner = new ScriptedPartner();
        try {
            engine = Engine.start(configuration, new SystemEngineClock());
        } catch (EngineStartException e) {
            partner.close();
            throw e;
        }
    }

    static String request(String id) {
        return ScriptedPartner.envelope(
                "<c:request xmlns:c=\"urn:fixture:client\"><c:id>" + id + "</c:id><c:count>5</c:count></c:request>");
    }

    void deploy(String name, String content) throws RefusedDeploymentException {
        engine.deployer().deploy(name, archive(name, content));
    }

    /** Returns the files of a process with the given declarations and activity; its path is /processes/name. */
    Map<String, byte[]> archive(String name, String content) {
        return archive(name, content, partner.url());
    }

    /** Returns the same files with partners at another address. */
    static Map<String, byte[]> archive(String name, String content, String partner) {
        Map<String, byte[]> entries = new TreeMap<>();
        entries.put(name + ".bpel", bpel(name, content).getBytes(StandardCharsets.UTF_8));
        entries.put("client.wsdl", resource("client.wsdl"));
        entries.put("partner.wsdl", resource("partner.wsdl"));
        entries.put(
                "soabench-process.json",
                ("{\"partners\":{\"partner\":\"" + partner + "\",\"calculator\":\"" + partner + "\"}}")
                        .getBytes(StandardCharsets.UTF_8));
        return entries;
    }

    /** Puts the files of a process named Plain into a folder. */
    static void writePlain(Path folder, String content, String partner) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, byte[]> file : archive("Plain", content, partner).entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
    }

    static byte[] resource(String name) {
        try (InputStream input = EngineFixture.class.getResourceAsStream("/fixture/" + name)) {
            return input.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] zip(Map<String, byte[]> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static String bpel(String name, String content) {
        return """
                <process name="%s" targetNamespace="urn:fixture:process" suppressJoinFailure="yes"
                    xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                    xmlns:c="urn:fixture:client" xmlns:p="urn:fixture:partner" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                  <import namespace="urn:fixture:client" location="client.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <import namespace="urn:fixture:partner" location="partner.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks>
                    <partnerLink name="client" partnerLinkType="c:Client" myRole="process"/>
                    <partnerLink name="partner" partnerLinkType="c:Partner" partnerRole="service"/>
                    <partnerLink name="calculator" partnerLinkType="c:Calculator" partnerRole="service"/>
                  </partnerLinks>
                  <variables>
                    <variable name="request" messageType="c:request"/>
                    <variable name="response" messageType="c:response"/>
                    <variable name="question" element="p:question"/>
                    <variable name="answer" element="p:answer"/>
                    <variable name="sumRequest" messageType="p:sumRequest"/>
                    <variable name="sumResponse" messageType="p:sumResponse"/>
                    <variable name="i" type="xsd:int"><from>0</from></variable>
                  </variables>
                  <sequence>
                    <receive partnerLink="client" operation="run" variable="request" createInstance="yes"/>
                    <assign>
                      <copy><from>$request.body/c:id</from><to variable="question"/></copy>
                      <copy><from><literal><c:response/></literal></from><to variable="response" part="body"/></copy>
                      <copy><from>'none'</from><to>$response.body</to></copy>
                    </assign>
                    %s
                    <reply partnerLink="client" operation="run" variable="response"/>
                  </sequence>
                </process>"""
                .formatted(name, content);
    }

    /** A call of the partner with the request's id as the question. */
    static final String ASK =
            "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"question\" outputVariable=\"answer\"/>";

    /** Returns a call with links. */
    static String ask(String links) {
        return "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"question\" outputVariable=\"answer\">"
                + links + "</invoke>";
    }

    static final String RESPOND = "<assign><copy><from>$answer</from><to>$response.body</to></copy></assign>";

    /** A call of the partner whose answer is that of the process; the answer is 'caught' if the partner fails. */
    static final String CATCHING = "<scope><faultHandlers><catch faultName=\"f:partnerFailure\""
            + " xmlns:f=\"http://soabench.io/engine/faults\"><assign><copy><from>'caught'</from>"
            + "<to>$response.body</to></copy></assign></catch></faultHandlers><sequence>" + ASK + RESPOND
            + "</sequence></scope>";

    HttpResponse<String> post(String name, String body) throws IOException, InterruptedException {
        return client.send(postRequest(name, body), HttpResponse.BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> postLater(String name, String body) {
        return client.sendAsync(postRequest(name, body), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest postRequest(String name, String body) {
        return HttpRequest.newBuilder(URI.create(engine.url() + "/processes/" + name))
                .timeout(PATIENCE)
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> admin(String method, String path, byte[] body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + engine.adminPort() + path))
                        .timeout(PATIENCE)
                        .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        engine.close();
        partner.close();
    }
}
