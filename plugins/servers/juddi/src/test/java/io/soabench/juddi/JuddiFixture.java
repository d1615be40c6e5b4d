package io.soabench.juddi;

import io.soabench.plan.HostClock;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.Publication;
import io.soabench.plugin.Template;
import io.soabench.testing.TestPorts;
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
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real jUDDI in a process of its own, operated by nothing but the data of the server type. */
final class JuddiFixture implements AutoCloseable {

    private final Lifecycle life = new JuddiServerType().lifecycle();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HostClock clock = HostClock.system();
    private final Map<String, String> values = new HashMap<>();
    private final Path work;
    private final Path errors;
    private final Process process;

    /** Starts it and waits until it is ready. */
    JuddiFixture(Path folder) throws IOException, InterruptedException {
        this(folder, TestPorts.next());
        boolean ready = false;
        try {
            awaitReady();
            ready = true;
        } finally {
            if (!ready) {
                close();
            }
        }
    }

    /** Starts it. */
    JuddiFixture(Path folder, int port) throws IOException {
        work = Files.createDirectories(folder.resolve("work"));
        errors = folder.resolve("error.txt");
        values.put(
                "java", Path.of(System.getProperty("java.home"), "bin", "java").toString());
        values.put("work", work.toString());
        values.put("address", "127.0.0.1");
        values.put("port:http", Integer.toString(port));
        values.put("classpath:juddi", System.getProperty("java.class.path"));
        values.put("param:heap:MiB", "256");
        values.put("param:jvm-options", "");
        for (Map.Entry<String, String> file : life.files().entrySet()) {
            Path target = work.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, fill(file.getValue()));
        }
        process = new ProcessBuilder(Placeholders.arguments(life.start().arguments(), values::get))
                .directory(work.toFile())
                .redirectOutput(folder.resolve("output.txt").toFile())
                .redirectError(errors.toFile())
                .start();
    }

    private String fill(String template) {
        return Template.fill(template, values::get);
    }

    private int status(String url) {
        try {
            return client.send(
                            HttpRequest.newBuilder(URI.create(url))
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

    private void awaitReady() throws InterruptedException, IOException {
        long endNs =
                clock.epochNanos() + TimeUnit.MILLISECONDS.toNanos(life.ready().timeoutMs());
        while (status(fill(life.ready().url())) != life.ready().status()) {
            if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("ended with " + process.exitValue() + ": " + errors());
            }
            if (clock.epochNanos() > endNs) {
                throw new IllegalStateException("not ready in time: " + errors());
            }
        }
    }

    Process process() {
        return process;
    }

    /** What it wrote to standard error. */
    String errors() throws IOException {
        return Files.readString(errors);
    }

    String log() throws IOException {
        return Files.readString(work.resolve("juddi.log"));
    }

    /** Where it is asked. */
    String inquiry() {
        return fill(life.registry().inquiry());
    }

    /** Publishes as a driver does; fails when a step is refused. */
    void publish(Publication publication) throws IOException, InterruptedException {
        for (HttpAction action : publication.actions(life.registry(), values::get)) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(action.url()))
                            .timeout(Duration.ofMillis(action.timeoutMs()))
                            .header("Content-Type", action.contentType())
                            .method(
                                    action.method(),
                                    BodyPublishers.ofString(action.bodyFile().substring(Lifecycle.TEXT.length())))
                            .build(),
                    BodyHandlers.ofString());
            if (!action.expected().contains(answer.statusCode())) {
                throw new IllegalStateException(answer.statusCode() + ": " + answer.body());
            }
        }
    }

    /** Ends it as a driver does; whether it ended in time. */
    boolean stop() throws InterruptedException {
        process.destroy();
        return process.waitFor(life.stop().graceMs(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
