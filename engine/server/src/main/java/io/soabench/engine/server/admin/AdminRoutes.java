package io.soabench.engine.server.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.contracts.source.Problem;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.EndedInstances;
import io.soabench.engine.runtime.kernel.RunningInstance;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.kernel.WaitingActivity;
import io.soabench.engine.server.batch.Batches;
import io.soabench.engine.server.deploy.Archive;
import io.soabench.engine.server.deploy.DeployedProcess;
import io.soabench.engine.server.deploy.Deployer;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** The answers of the admin interface of one process. Thread-safe. */
public final class AdminRoutes implements AdminService {
    /** The query of an undeployment that ends the instances, too. */
    public static final String TERMINATE = "instances=terminate";

    static final String HEALTH = "/health";
    static final String SHUTDOWN = "/shutdown";
    static final int MAX_ARCHIVE_BYTES = 32 * 1024 * 1024;
    static final String DEPLOYMENTS = "/deployments";
    static final String INSTANCES = "/instances";
    private static final int MAX_LISTED = 1_000;
    private static final long WORKERS_SECONDS = 10;

    /** The begin of the names of facts that are no numbers, which reports on the engine show as its settings. */
    private static final String SETTING = "setting.";

    private final Deployer deployer;
    private final EngineState state;
    private final BatchRoutes batches;

    /**
     * Makes the answers for an engine.
     *
     * @param deployer the deployments
     * @param state the state of the engine
     * @param batches the runner of batches
     */
    public AdminRoutes(Deployer deployer, EngineState state, Batches batches) {
        this.batches = new BatchRoutes(batches);
        this.deployer = deployer;
        this.state = state;
    }

    @Override
    public void shutdown() {
        state.requestShutdown();
    }

    @Override
    public boolean isSlow(String path) {
        return path.startsWith(DEPLOYMENTS)
                || path.startsWith(INSTANCES)
                || path.equals(HistoryRoutes.HISTORY)
                || path.equals(ReplicaRoutes.REPLICAS)
                || path.equals(MonitorRoutes.MONITORS);
    }

    @Override
    public AdminAnswer answer(AdminRequest request) {
        String path = request.path();
        String method = request.method();
        if (BatchRoutes.isBatch(path)) {
            return batches.answer(request);
        }
        if (path.startsWith(DEPLOYMENTS + "/")) {
            return deployment(method, path.substring(DEPLOYMENTS.length() + 1), request.query(), request.body());
        }
        if (path.equals(CounterRoutes.COUNTERS)) {
            return CounterRoutes.answer(request, state.performance());
        }
        if (path.equals(PoolRoutes.POOLS) || path.startsWith(PoolRoutes.POOLS + "/")) {
            return PoolRoutes.answer(request, state);
        }
        if (path.startsWith(INSTANCES + "/")) {
            return instance(method, path.substring(INSTANCES.length() + 1));
        }
        return switch (method + " " + path) {
            case "GET " + HEALTH -> state.isStopping() ? AdminAnswer.stopping() : status("ready");
            case "GET /statistics" -> statistics();
            case "GET " + DEPLOYMENTS -> deployments();
            case "GET " + INSTANCES -> instances();
            case "GET " + HistoryRoutes.HISTORY -> history();
            case "GET " + MonitorRoutes.MONITORS -> MonitorRoutes.list(state);
            case "GET " + ReplicaRoutes.REPLICAS -> ReplicaRoutes.list(state);
            case "POST " + SHUTDOWN -> new AdminAnswer(202, AdminAnswer.object().put("status", "stopping"));
            default -> AdminPaths.nothing(method, path);
        };
    }

    private static AdminAnswer status(String status) {
        return new AdminAnswer(200, AdminAnswer.object().put("status", status));
    }

    private AdminAnswer deployment(String method, String name, String query, byte[] body) {
        return switch (method) {
            case "PUT" -> deploy(name, body);
            case "DELETE" -> undeploy(name, query);
            default -> {
                DeployedProcess process = deployer.deployed(name);
                yield process == null ? unknown(name) : new AdminAnswer(200, describe(process));
            }
        };
    }

    private AdminAnswer undeploy(String name, String query) {
        if (query.isEmpty()) {
            return deployer.undeploy(name) ? new AdminAnswer(204, null) : unknown(name);
        }
        if (!query.equals(TERMINATE)) {
            return AdminAnswer.sentence(
                    400, "'?" + query + "' is nothing here; leave it out or use ?" + TERMINATE + ".");
        }
        boolean known = deployer.undeploy(name);
        // Instances that an earlier undeployment has left running are ended, too.
        return answers(
                state.endInstances(name),
                ended -> known || ended > 0
                        ? new AdminAnswer(200, AdminAnswer.object().put("ended", ended))
                        : unknown(name));
    }

    private AdminAnswer instances() {
        return answers(state.instances(MAX_LISTED), running -> {
            ObjectNode answer = AdminAnswer.object();
            ArrayNode list = answer.putArray("instances");
            for (RunningInstance instance : running) {
                list.add(described(instance));
            }
            return new AdminAnswer(200, answer);
        });
    }

    private AdminAnswer history() {
        List<EndedInstances> histories = state.histories();
        return histories.isEmpty()
                ? HistoryRoutes.none()
                : answers(
                        state.instances(Integer.MAX_VALUE),
                        running -> HistoryRoutes.answer(histories, running, WallClock.of(state.clock())));
    }

    private static ObjectNode described(RunningInstance instance) {
        return AdminAnswer.object()
                .put("id", instance.id())
                .put("deployment", instance.deployment())
                .put("process", instance.process())
                .put("ageMs", instance.ageMs())
                .put("openRequests", instance.openRequests())
                .put("waitingMessages", instance.waitingMessages())
                .put("waitingBytes", instance.waitingBytes())
                .put("steps", instance.steps());
    }

    private static ObjectNode waiting(ObjectNode answer, RunningInstance instance) {
        ArrayNode list = answer.putArray("waiting");
        for (WaitingActivity place : instance.waiting()) {
            list.addObject()
                    .put("activity", place.activity())
                    .put("path", place.path())
                    .put("sinceMs", place.sinceMs());
        }
        return answer;
    }

    private AdminAnswer instance(String method, String id) {
        AdminAnswer unknown = AdminAnswer.sentence(404, "There is no instance '" + id + "'.");
        try {
            if (method.equals("GET")) {
                return answers(
                        state.instance(Long.parseLong(id)),
                        found -> found == null ? unknown : new AdminAnswer(200, waiting(described(found), found)));
            }
            return answers(
                    state.endInstance(Long.parseLong(id)), ended -> ended ? new AdminAnswer(204, null) : unknown);
        } catch (NumberFormatException e) {
            return unknown;
        }
    }

    /** Returns the answer made of the result of all workers, complete when each has handled the question. */
    private static <T> AdminAnswer answers(CompletableFuture<T> asked, Function<T, AdminAnswer> answer) {
        try {
            return answer.apply(asked.get(WORKERS_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            return AdminAnswer.sentence(
                    202, "Asked for; a worker has not come to it within " + WORKERS_SECONDS + " s, but will.");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return AdminAnswer.sentence(503, "The engine stops.");
        }
    }

    private static AdminAnswer unknown(String name) {
        return AdminAnswer.sentence(404, "There is no deployment '" + name + "'.");
    }

    private AdminAnswer deploy(String name, byte[] zip) {
        try {
            return deployed(deployer.deploy(name, Archive.unzip(zip)));
        } catch (RefusedDeploymentException e) {
            return refused(e);
        }
    }

    /** Returns the answer to a request that has deployed a process. */
    public static AdminAnswer deployed(DeployedProcess process) {
        return new AdminAnswer(201, describe(process));
    }

    /** Returns the answer to a request whose archive is refused. */
    public static AdminAnswer refused(RefusedDeploymentException refusal) {
        ObjectNode answer = AdminAnswer.object();
        describe(refusal.problems(), answer.putArray("problems"));
        return new AdminAnswer(422, answer);
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

    private AdminAnswer deployments() {
        ObjectNode answer = AdminAnswer.object();
        ArrayNode list = answer.putArray("deployments");
        deployer.deployed().forEach(process -> list.add(describe(process)));
        return new AdminAnswer(200, answer);
    }

    private static ObjectNode describe(DeployedProcess process) {
        ObjectNode answer = AdminAnswer.object();
        answer.put("name", process.deployment().name());
        answer.put("process", process.deployment().program().name().toString());
        answer.put("running", process.deployment().running());
        ArrayNode services = answer.putArray("services");
        for (ServiceOperation operation : process.operations()) {
            services.addObject()
                    .put("operation", operation.name())
                    .put("url", process.url(operation))
                    .put("oneWay", operation.isOneWay());
        }
        describe(process.warnings(), answer.putArray("warnings"));
        return answer;
    }

    private AdminAnswer statistics() {
        ObjectNode answer = AdminAnswer.object();
        for (Counter counter : Counter.values()) {
            answer.put(counter.id(), state.counters().value(counter));
        }
        state.gauges().forEach(answer::put);
        state.settings().forEach((name, value) -> answer.put(SETTING + name, value));
        CounterRoutes.putNamed(answer, state.performance().total());
        answer.put("uptimeMs", state.uptimeMs());
        return new AdminAnswer(200, answer);
    }
}
