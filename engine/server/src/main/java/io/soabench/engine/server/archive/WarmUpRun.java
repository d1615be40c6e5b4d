package io.soabench.engine.server.archive;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A run of an engine from its start over its first answers to its end, in which its virtual machine loads the needed
 * classes. Two processes are deployed by the admin interface, one calls the other, and the statistics are read. For one
 * engine, in one thread.
 */
final class WarmUpRun implements AutoCloseable {
    private static final Duration EACH = Duration.ofSeconds(30);
    private static final String CALLER = "Caller";
    private static final String CALLED = "Called";
    private static final String WSDL = "rehearsal.wsdl";
    private static final String ENVELOPE =
            "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>%s</s:Body></s:Envelope>";
    private static final String REQUEST = ENVELOPE.formatted(
            "<r:request xmlns:r=\"urn:soabench:rehearsal\"><r:id>n1</r:id><r:count>2</r:count></r:request>");
    private static final String ANSWER = "Called for n1";

    private final Process engine;
    private final BufferedReader output;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(EACH)
            .build();

    /**
     * Starts the engine.
     *
     * @param command starts an engine on free ports
     */
    WarmUpRun(List<String> command) throws IOException {
        engine = new ProcessBuilder(command).redirectErrorStream(true).start();
        output = engine.inputReader(StandardCharsets.UTF_8);
    }

    /** Runs all steps to the end of the engine. */
    void run(Duration atMost) throws ArchiveException, IOException, InterruptedException {
        String ready = ready();
        String services = ready.replaceAll(".*services=(\\S+).*", "$1");
        String admin = ready.replaceAll(".*admin=(\\S+).*", "$1");
        send(HttpRequest.newBuilder(URI.create(admin + "/health")).GET(), 200);
        for (String process : List.of(CALLED, CALLER)) {
            send(
                    HttpRequest.newBuilder(URI.create(admin + "/deployments/" + process))
                            .header("Content-Type", "application/zip")
                            .PUT(BodyPublishers.ofByteArray(archive(process, services + "/" + CALLED))),
                    201);
        }
        for (int i = 0; i < 3; i++) {
            String answer = send(
                    HttpRequest.newBuilder(URI.create(services + "/" + CALLER))
                            .header("Content-Type", "text/xml; charset=utf-8")
                            .header("SOAPAction", "\"\"")
                            .POST(BodyPublishers.ofString(REQUEST)),
                    200);
            if (!answer.contains(ANSWER)) {
                throw new ArchiveException("the engine gave a wrong answer in the warm-up run: " + answer);
            }
        }
        send(
                HttpRequest.newBuilder(URI.create(services + "/" + CALLER + "?wsdl"))
                        .GET(),
                200);
        send(HttpRequest.newBuilder(URI.create(admin + "/statistics")).GET(), 200);
        send(
                HttpRequest.newBuilder(URI.create(admin + "/deployments/" + CALLER))
                        .DELETE(),
                204);
        send(HttpRequest.newBuilder(URI.create(admin + "/shutdown")).POST(BodyPublishers.noBody()), 202);
        if (!engine.waitFor(atMost.toSeconds(), TimeUnit.SECONDS) || engine.exitValue() != 0) {
            throw new ArchiveException("the engine did not end normally in the warm-up run; check the other"
                    + " options of its virtual machine, for instance in JAVA_TOOL_OPTIONS");
        }
    }

    private String ready() throws ArchiveException, IOException {
        StringBuilder printed = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("ready ")) {
                return line;
            }
            printed.append('\n').append(line);
        }
        throw new ArchiveException("the engine did not start for the warm-up run:" + printed);
    }

    private String send(HttpRequest.Builder request, int expected)
            throws ArchiveException, IOException, InterruptedException {
        HttpResponse<String> response =
                client.send(request.timeout(EACH).build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        if (response.statusCode() != expected) {
            throw new ArchiveException("the engine answered " + response.uri() + " with status " + response.statusCode()
                    + " in place of " + expected + " in the warm-up run: " + response.body());
        }
        return response.body();
    }

    private static byte[] archive(String process, String partner) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            add(zip, process + ".bpel", resource(process + ".bpel"));
            add(zip, WSDL, resource(WSDL));
            if (process.equals(CALLER)) {
                String descriptor = "{\"partners\": {\"other\": \"" + partner + "\"}}";
                add(zip, "soabench-process.json", descriptor.getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream input = WarmUpRun.class.getResourceAsStream("/archive/" + name)) {
            return input.readAllBytes();
        }
    }

    @Override
    public void close() throws IOException {
        engine.destroyForcibly();
        output.close();
    }
}
