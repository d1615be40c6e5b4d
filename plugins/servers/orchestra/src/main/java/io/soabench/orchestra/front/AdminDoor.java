package io.soabench.orchestra.front;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.orchestra.ProcessDescriptor;
import io.soabench.plan.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Health, statistics, deployments: {@code GET /health}, {@code GET /statistics}, {@code PUT|GET|DELETE /deployments/<name>}.
 * Deployments are made one after the other by a thread of their own.
 */
final class AdminDoor implements HttpHandler, AutoCloseable {

    private static final Pattern DEPLOYMENT = Pattern.compile("/deployments/([A-Za-z0-9_.-]+)");

    private final OrchestraEngine engine;
    private final ServiceDoor services;
    private final Path work;
    private final ExecutorService deployer =
            Executors.newSingleThreadExecutor(new DefaultThreadFactory("deployment", true));
    private final Map<String, DeployedProcess> deployed = new ConcurrentHashMap<>();

    /** @param work an existing folder for the packages */
    AdminDoor(OrchestraEngine engine, ServiceDoor services, Path work) {
        this.engine = engine;
        this.services = services;
        this.work = work;
    }

    @Override
    public void handle(HttpRequest request, Consumer<HttpReply> answer) {
        Matcher deployment = DEPLOYMENT.matcher(request.path());
        if (deployment.matches()) {
            try {
                deployer.execute(() -> answer.accept(deployment(request, deployment.group(1))));
            } catch (RejectedExecutionException e) {
                answer.accept(HttpReply.text(503, "the server is being stopped"));
            }
        } else if (!request.method().equals("GET")) {
            answer.accept(HttpReply.text(405, "use GET"));
        } else if (request.path().equals("/health")) {
            answer.accept(HttpReply.text(200, "ready"));
        } else if (request.path().equals("/statistics")) {
            answer.accept(HttpReply.json(Json.text(InstanceCounts.TOTAL.counts())));
        } else {
            answer.accept(HttpReply.text(404, "there are /health, /statistics and /deployments/<name>"));
        }
    }

    private HttpReply deployment(HttpRequest request, String name) {
        DeployedProcess known = deployed.get(name);
        try {
            return switch (request.method()) {
                case "PUT" ->
                    known == null
                            ? deploy(name, request.body())
                            : HttpReply.text(409, "\"" + name + "\" is deployed already; delete it first");
                case "GET" ->
                    known == null
                            ? HttpReply.text(404, "\"" + name + "\" is not deployed")
                            : HttpReply.text(200, known.id() + " at " + known.path());
                case "DELETE" ->
                    known == null ? HttpReply.text(404, "\"" + name + "\" is not deployed") : undeploy(name, known);
                default -> HttpReply.text(405, "use PUT, GET or DELETE");
            };
        } catch (FrontRefused e) {
            return HttpReply.text(422, e.getMessage());
        }
    }

    private HttpReply deploy(String name, byte[] zip) throws FrontRefused {
        try {
            Path folder = Files.createTempDirectory(work, "package-");
            Archive.unpack(zip, folder);
            ProcessDescriptor descriptor = Json.read(folder.resolve(ProcessDescriptor.FILE), ProcessDescriptor.class);
            DeployedProcess process = engine.deploy(folder, descriptor);
            deployed.put(name, process);
            services.offer(process);
            return HttpReply.text(201, process.id() + " at " + process.path());
        } catch (UncheckedIOException e) {
            throw new FrontRefused("this is no package of a process for Orchestra: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new FrontRefused("the package cannot be stored below " + work + ": " + e.getMessage(), e);
        }
    }

    private HttpReply undeploy(String name, DeployedProcess process) throws FrontRefused {
        services.withdraw(process);
        engine.undeploy(process);
        deployed.remove(name, process);
        return HttpReply.empty(204);
    }

    @Override
    public void close() {
        deployer.shutdownNow();
    }
}
