package io.soabench.engine.server.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.soabench.engine.bpel.source.Problem;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.server.deploy.Archive;
import io.soabench.engine.server.deploy.DeployedProcess;
import io.soabench.engine.server.deploy.Deployer;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves the admin interface. */
public final class AdminInterface implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AdminInterface.class.getName());
    private static final String DEPLOYMENTS = "/deployments";
    private static final int MAX_ARCHIVE_BYTES = 32 * 1024 * 1024;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService executor;
    private final Deployer deployer;
    private final EngineState state;

    /**
     * Starts to listen on the loopback address.
     *
     * @param port TCP port, 0 for any free one
     * @throws IOException when the port cannot be used
     */
    public AdminInterface(int port, Deployer deployer, EngineState state) throws IOException {
        this.deployer = deployer;
        this.state = state;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        executor = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "admin");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
    }

    /** The port it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                answer(exchange);
            } catch (RuntimeException | Error e) {
                // Whatever went wrong, the client hears of it and the next request is served.
                state.counters().count(Counter.ERRORS);
                LOG.log(System.Logger.Level.ERROR, "An admin request failed.", e);
                if (exchange.getResponseCode() < 0) {
                    sentence(
                            exchange,
                            500,
                            "The engine failed to handle this request: " + e + "; see its log for where.");
                }
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod();
        if (path.startsWith(DEPLOYMENTS + "/")) {
            deployment(exchange, method, path.substring(DEPLOYMENTS.length() + 1));
            return;
        }
        switch (method + " " + path) {
            case "GET /health" -> answer(exchange, 200, JSON.createObjectNode().put("status", "ready"));
            case "GET /statistics" -> answer(exchange, 200, statistics());
            case "GET " + DEPLOYMENTS -> answer(exchange, 200, deployments());
            case "POST /shutdown" -> {
                answer(exchange, 202, JSON.createObjectNode().put("status", "stopping"));
                state.requestShutdown();
            }
            default ->
                sentence(
                        exchange,
                        404,
                        method + " " + path + " is nothing here; see /health, /statistics, /deployments, /shutdown.");
        }
    }

    private void deployment(HttpExchange exchange, String method, String name) throws IOException {
        switch (method) {
            case "PUT" -> deploy(exchange, name);
            case "GET" -> {
                DeployedProcess process = deployer.deployed(name);
                if (process == null) {
                    sentence(exchange, 404, "There is no deployment '" + name + "'.");
                } else {
                    answer(exchange, 200, describe(process));
                }
            }
            case "DELETE" -> {
                if (deployer.undeploy(name)) {
                    exchange.sendResponseHeaders(204, -1);
                } else {
                    sentence(exchange, 404, "There is no deployment '" + name + "'.");
                }
            }
            default -> sentence(exchange, 405, "A deployment takes PUT, GET and DELETE.");
        }
    }

    private void deploy(HttpExchange exchange, String name) throws IOException {
        byte[] zip = exchange.getRequestBody().readNBytes(MAX_ARCHIVE_BYTES + 1);
        if (zip.length > MAX_ARCHIVE_BYTES) {
            sentence(exchange, 413, "The archive is larger than " + MAX_ARCHIVE_BYTES + " bytes.");
            return;
        }
        try {
            answer(exchange, 201, describe(deployer.deploy(name, Archive.unzip(zip))));
        } catch (RefusedDeploymentException e) {
            ObjectNode answer = JSON.createObjectNode();
            describe(e.problems(), answer.putArray("problems"));
            answer(exchange, 422, answer);
        }
    }

    private static void describe(List<Problem> problems, ArrayNode array) {
        for (Problem problem : problems) {
            array.addObject()
                    .put("code", problem.code())
                    .put("file", problem.file())
                    .put("line", problem.line())
                    .put("column", problem.column())
                    .put("message", problem.message());
        }
    }

    private ObjectNode deployments() {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode list = answer.putArray("deployments");
        deployer.deployed().forEach(process -> list.add(describe(process)));
        return answer;
    }

    private static ObjectNode describe(DeployedProcess process) {
        ObjectNode answer = JSON.createObjectNode();
        answer.put("name", process.deployment().name());
        answer.put("process", process.deployment().program().name().toString());
        answer.put("running", process.deployment().running());
        ArrayNode services = answer.putArray("services");
        for (ServiceOperation operation : process.operations()) {
            services.addObject()
                    .put("operation", operation.name())
                    .put("url", process.url())
                    .put("oneWay", operation.isOneWay());
        }
        describe(process.warnings(), answer.putArray("warnings"));
        return answer;
    }

    private ObjectNode statistics() {
        ObjectNode answer = JSON.createObjectNode();
        for (Counter counter : Counter.values()) {
            answer.put(counter.id(), state.counters().value(counter));
        }
        state.gauges().forEach(answer::put);
        answer.put("uptimeMs", state.uptimeMs());
        return answer;
    }

    private static void sentence(HttpExchange exchange, int status, String sentence) throws IOException {
        answer(exchange, status, JSON.createObjectNode().put("message", sentence));
    }

    private static void answer(HttpExchange exchange, int status, ObjectNode body) throws IOException {
        byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Stops listening. */
    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
