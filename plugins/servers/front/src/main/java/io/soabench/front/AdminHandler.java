package io.soabench.front;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.plan.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The handler of health, statistics, kept instances and deployments: {@code GET /health}, {@code GET /statistics}, {@code GET /instances}, {@code
 * PUT|GET|DELETE /deployments/<name>}. Deployments are made and instances are read one after the other by a thread of their own.
 *
 * @param <P> the engine's form of a deployed process
 */
final class AdminHandler<P extends LibraryEngine.Deployed> implements HttpHandler, AutoCloseable {

    private static final Logger LOG = Logger.getLogger(AdminHandler.class.getName());
    private static final Pattern DEPLOYMENT = Pattern.compile("/deployments/([A-Za-z0-9_.-]+)");

    private final LibraryEngine<P> engine;
    private final ServiceHandler<P> services;
    private final Path work;
    private final ExecutorService deployer =
            Executors.newSingleThreadExecutor(new DefaultThreadFactory("deployment", true));
    private final Map<String, P> deployed = new ConcurrentHashMap<>();

    /** @param work an existing folder for the packages */
    AdminHandler(LibraryEngine<P> engine, ServiceHandler<P> services, Path work) {
        this.engine = engine;
        this.services = services;
        this.work = work;
    }

    @Override
    public void handle(HttpRequest request, Consumer<HttpReply> answer) {
        Matcher deployment = DEPLOYMENT.matcher(request.path());
        if (deployment.matches()) {
            later(() -> deployment(request, deployment.group(1)), answer);
        } else if (!request.method().equals("GET")) {
            answer.accept(HttpReply.text(405, "use GET"));
        } else if (request.path().equals("/health")) {
            answer.accept(HttpReply.text(200, "ready"));
        } else if (request.path().equals("/statistics")) {
            answer.accept(replied(() -> HttpReply.json(Json.text(statistics()))));
        } else if (request.path().equals("/instances")) {
            later(this::instances, answer);
        } else {
            answer.accept(HttpReply.text(404, "there are /health, /statistics, /instances and /deployments/<name>"));
        }
    }

    /** Answers in the thread of deployments, which may be held. */
    private void later(Supplier<HttpReply> reply, Consumer<HttpReply> answer) {
        try {
            deployer.execute(() -> answer.accept(replied(reply)));
        } catch (RejectedExecutionException e) {
            answer.accept(HttpReply.text(503, "the server is being stopped"));
        }
    }

    /** Returns a reply, also when the engine fails: a driver without an answer would wait for its time limit and learn nothing. */
    private static HttpReply replied(Supplier<HttpReply> reply) {
        try {
            return reply.get();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.SEVERE, "a request for administration failed", e);
            return HttpReply.text(500, "the engine failed: " + FrontRefused.reason(e));
        }
    }

    private HttpReply instances() {
        Map<String, String> processes = new HashMap<>();
        deployed.forEach((name, process) -> processes.put(process.id(), name));
        InstanceLines lines = new InstanceLines(processes, InstanceLines.MOST);
        try {
            engine.instances(lines);
            return HttpReply.csv(lines.bytes());
        } catch (FrontRefused e) {
            return HttpReply.text(409, e.getMessage());
        }
    }

    private Map<String, Object> statistics() {
        Map<String, Object> all = new LinkedHashMap<>(engine.statistics());
        all.put("openRequests", services.open());
        return all;
    }

    private HttpReply deployment(HttpRequest request, String name) {
        P known = deployed.get(name);
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
        } catch (RuntimeException | Error e) {
            // A driver without an answer would wait for its time limit and learn nothing.
            LOG.log(Level.SEVERE, "the deployment of \"" + name + "\" failed", e);
            return HttpReply.text(422, "the engine failed: " + FrontRefused.reason(e));
        }
    }

    private HttpReply deploy(String name, byte[] zip) throws FrontRefused {
        try {
            Path folder = Files.createTempDirectory(work, "package-");
            boolean kept = false;
            try {
                PackageArchive.unpack(zip, folder);
                P process = engine.deploy(folder);
                try {
                    services.offer(process);
                } catch (FrontRefused e) {
                    engine.undeploy(process);
                    throw e;
                }
                deployed.put(name, process);
                kept = true;
                return HttpReply.text(201, process.id() + " at " + process.path());
            } finally {
                if (!kept) {
                    delete(folder);
                }
            }
        } catch (UncheckedIOException e) {
            throw new FrontRefused("this is no package of a process for this engine: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new FrontRefused("the package cannot be stored below " + work + ": " + e.getMessage(), e);
        }
    }

    /** Deletes the folder of a package that was refused. A rest of it does no harm, and hides no refusal. */
    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.log(Level.WARNING, "the folder " + folder + " of a refused package was not deleted", e);
        }
    }

    private HttpReply undeploy(String name, P process) throws FrontRefused {
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
