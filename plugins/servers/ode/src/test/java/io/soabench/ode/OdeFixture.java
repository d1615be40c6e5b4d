package io.soabench.ode;

import io.soabench.plan.HostClock;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.Template;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A real ODE in a process of its own, operated by nothing but the data of the server type. */
final class OdeFixture implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(3);

    private final OdeServerType type = new OdeServerType();
    private final Lifecycle life = type.lifecycle();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HostClock clock = HostClock.system();
    private final Map<String, String> values = new HashMap<>();
    private final Path work;
    private final Path errors;
    private final Process process;

    /** Starts it. */
    OdeFixture(Path folder, int port, Map<String, String> parameters) throws IOException {
        this.work = Files.createDirectories(folder.resolve("work"));
        this.errors = folder.resolve("error.txt");
        Map<String, String> all = new HashMap<>(Map.of(
                "heap", "268435456",
                "http-threads", "0",
                "connections", "0",
                "message-timeout", "0",
                "jvm-options", ""));
        all.putAll(parameters);
        values.put(
                "java", Path.of(System.getProperty("java.home"), "bin", "java").toString());
        values.put("work", work.toString());
        values.put("address", "127.0.0.1");
        values.put("port:http", Integer.toString(port));
        values.put("process", ProcessFixture.NAME);
        values.put(
                "classpath:ode",
                System.getProperty("java.class.path") + File.pathSeparator + System.getProperty("ode.database"));
        this.process = new ProcessBuilder(Placeholders.arguments(
                        life.start().arguments(),
                        name -> name.startsWith("param:") ? Placeholders.parameter(name, all) : values.get(name)))
                .directory(work.toFile())
                .redirectOutput(folder.resolve("output.txt").toFile())
                .redirectError(errors.toFile())
                .start();
    }

    Process process() {
        return process;
    }

    Path work() {
        return work;
    }

    private URI uri(String template) {
        return URI.create(Template.fill(template, values::get));
    }

    private int status(String template) {
        try {
            return client.send(
                            HttpRequest.newBuilder(uri(template))
                                    .timeout(Duration.ofSeconds(10))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            return -1;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Asks the probe until it holds; fails after a deadline or when the process ends. */
    private void await(Lifecycle.Probe probe) throws InterruptedException, IOException {
        long endNs = clock.epochNanos() + START.toNanos();
        while (status(probe.url()) != probe.status()) {
            if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("ended with " + process.exitValue() + ": " + errors());
            }
            if (clock.epochNanos() > endNs) {
                throw new IllegalStateException(probe.url() + " did not come true within " + START);
            }
        }
    }

    void awaitReady() throws InterruptedException, IOException {
        await(life.ready());
    }

    /** Asks the probe for the deployed process once. */
    boolean deployed() {
        return status(life.deployed().url()) == life.deployed().status();
    }

    /** Packages and deploys; the answer may be a refusal. */
    HttpResponse<String> deploy(ProcessSource source) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(work, "package");
        type.packageProcess(source, folder);
        return send(life.deploy().get(0), zip(folder));
    }

    HttpResponse<String> undeploy() throws IOException, InterruptedException {
        return send(life.undeploy().get(0), new byte[0]);
    }

    private HttpResponse<String> send(HttpAction action, byte[] body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri(action.url()))
                        .timeout(Duration.ofMillis(action.timeoutMs()))
                        .method(action.method(), BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static byte[] zip(Path folder) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes);
                Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** Calls the process. */
    CompletableFuture<HttpResponse<String>> convert(String id, int euros) {
        return client.sendAsync(
                HttpRequest.newBuilder(uri(life.endpoint()))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", "text/xml; charset=UTF-8")
                        .header("SOAPAction", "\"urn:test:exchange/convert\"")
                        .POST(BodyPublishers.ofString(
                                """
                                <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>
                                <amount xmlns="urn:test:exchange"><id>%s</id><euros>%d</euros></amount>
                                </s:Body></s:Envelope>"""
                                        .formatted(id, euros)))
                        .build(),
                BodyHandlers.ofString());
    }

    /** Asks the process that calls back, and says by WS-Addressing 1.0 where to. */
    HttpResponse<String> ask(String question, String replyTo) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri(life.endpoint()))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", "text/xml; charset=UTF-8")
                        .header("SOAPAction", "\"urn:test:notice/ask\"")
                        .POST(BodyPublishers.ofString(
                                """
                                <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">
                                <s:Header xmlns:wsa="http://www.w3.org/2005/08/addressing">
                                <wsa:Action>urn:test:notice/ask</wsa:Action><wsa:MessageID>urn:id:%1$s</wsa:MessageID>
                                <wsa:ReplyTo><wsa:Address>%2$s</wsa:Address></wsa:ReplyTo>
                                </s:Header>
                                <s:Body><question xmlns="urn:test:notice">%1$s</question></s:Body></s:Envelope>"""
                                        .formatted(question, replyTo)))
                        .build(),
                BodyHandlers.ofString());
    }

    /** What it wrote to standard error. */
    String errors() throws IOException {
        return Files.readString(errors);
    }

    /** The text of the logs that the server type keeps. */
    String log(String name) throws IOException {
        return Files.readString(work.resolve("logs").resolve(name));
    }

    /** The descriptors of what is deployed. */
    List<String> descriptors() throws IOException {
        try (Stream<Path> walk = Files.walk(work.resolve("ode/WEB-INF/processes"))) {
            List<Path> files = walk.filter(f -> f.endsWith("deploy.xml")).toList();
            List<String> texts = new ArrayList<>();
            for (Path file : files) {
                texts.add(Files.readString(file));
            }
            return texts;
        }
    }

    /** Ends it as a driver does. */
    boolean stop() throws InterruptedException {
        process.destroy();
        return process.waitFor(life.stop().graceMs(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
