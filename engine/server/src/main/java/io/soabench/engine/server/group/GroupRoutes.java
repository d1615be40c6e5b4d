package io.soabench.engine.server.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.server.admin.AdminAnswer;
import io.soabench.engine.server.admin.AdminPaths;
import io.soabench.engine.server.admin.AdminRequest;
import io.soabench.engine.server.admin.AdminService;
import io.soabench.engine.server.admin.BatchRoutes;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The admin interface of an engine whose replicas are processes: it asks all replicas, and combines their answers. A
 * request about one instance goes to the only replica that can have its number, unless replicas are durable.
 * Thread-safe.
 */
public final class GroupRoutes implements AdminService {
    private static final String HEALTH = "/health";
    private static final String SHUTDOWN = "/shutdown";
    private static final String DEPLOYMENTS = "/deployments";
    private static final String INSTANCE = "/instances/";
    private static final byte[] NO_BYTES = {};

    private final ReplicaGroup group;
    private final ReplicaQueries replies;
    private final GroupDeployments deployments;
    private final GroupBatch batch;
    private final EngineClock clock;
    private volatile long readyNs;
    private final CountDownLatch shutdown = new CountDownLatch(1);

    /** Makes the answers of a running group. */
    public GroupRoutes(ReplicaGroup group, EngineClock clock) {
        this.group = group;
        this.replies = new ReplicaQueries(group);
        this.deployments = new GroupDeployments(group, replies);
        this.batch = new GroupBatch(replies, clock);
        this.clock = clock;
        this.readyNs = clock.nanoTime();
    }

    /** Notes that clients reach the replicas from now on. */
    public void ready() {
        readyNs = clock.nanoTime();
    }

    /** Returns the deployments of all replicas. */
    public GroupDeployments deployments() {
        return deployments;
    }

    @Override
    public boolean isSlow(String path) {
        return !path.equals(HEALTH) && !path.equals(SHUTDOWN);
    }

    @Override
    public void shutdown() {
        shutdown.countDown();
    }

    /** Waits until a client asks for the end. */
    public void awaitShutdown() throws InterruptedException {
        shutdown.await();
    }

    @Override
    public AdminAnswer answer(AdminRequest request) {
        String path = request.path();
        String method = request.method();
        if (BatchRoutes.isBatch(path)) {
            return batch.answer(request, target(request));
        }
        if (path.startsWith(DEPLOYMENTS + "/")) {
            return switch (method) {
                case "PUT" ->
                    deployments.put(path.substring(DEPLOYMENTS.length() + 1), target(request), request.body());
                case "DELETE" -> deployments.delete(path.substring(DEPLOYMENTS.length() + 1), target(request));
                default -> deployments.one(method, target(request));
            };
        }
        if (path.startsWith(INSTANCE) && method.equals("GET")) {
            return instance(path.substring(INSTANCE.length()), target(request));
        }
        if (path.startsWith(INSTANCE)) {
            return anyInstance(method, target(request), ReplicaAdmin.LATER);
        }
        if (path.equals("/counters")) {
            return counters(request);
        }
        if (path.equals("/pools") || path.startsWith("/pools/")) {
            return new GroupPools(group, replies).answer(request, target(request));
        }
        return switch (method + " " + path) {
            case "GET " + HEALTH -> health();
            case "GET /statistics" -> statistics();
            case "GET " + DEPLOYMENTS -> deployments.list();
            case "GET /instances" -> instances();
            case "GET /history" ->
                AdminAnswer.sentence(
                        409, "replicas that are processes keep no history of instances; use --replica-kind threads");
            case "GET /replicas" -> replicas();
            case "GET /monitors" -> monitors();
            case "POST " + SHUTDOWN -> new AdminAnswer(202, AdminAnswer.object().put("status", "stopping"));
            default -> AdminPaths.nothing(method, path);
        };
    }

    private static String target(AdminRequest request) {
        try {
            String path = new URI(null, null, request.path(), null).getRawPath();
            return request.query().isEmpty() ? path : path + "?" + request.query();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private AdminAnswer health() {
        if (group.isStopping()) {
            return AdminAnswer.stopping();
        }
        ObjectNode answer = AdminAnswer.object();
        ArrayNode missing = AdminAnswer.array();
        for (ReplicaSlot slot : group.slots()) {
            if (slot.state() != ReplicaSlot.State.READY) {
                missing.add(slot.id());
            }
        }
        if (missing.size() == group.size()) {
            return AdminAnswer.sentence(503, "No replica runs; they are being started again.");
        }
        answer.put("status", "ready");
        if (!missing.isEmpty()) {
            answer.set("missing", missing);
        }
        return new AdminAnswer(200, answer);
    }

    private AdminAnswer statistics() {
        Map<Integer, JsonNode> answers = new TreeMap<>();
        replies.all("GET", "/statistics", NO_BYTES, ReplicaAdmin.ANSWER_LIMIT)
                .forEach((id, reply) -> answers.put(id, reply.body()));
        ObjectNode answer = AdminAnswer.object();
        long losses = 0;
        for (ReplicaSlot slot : group.slots()) {
            JsonNode statistics = answers.getOrDefault(slot.id(), slot.known());
            ReplicaQueries.addCounts(answer, statistics);
            slot.lostCounts().forEach((name, count) -> ReplicaQueries.addCount(answer, name, LongNode.valueOf(count)));
            losses += slot.losses();
        }
        answer.put("replicasLost", losses);
        answer.put("uptimeMs", TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - readyNs));
        return new AdminAnswer(200, answer);
    }

    private AdminAnswer instances() {
        Map<Integer, ReplicaAdmin.Answer> answers =
                replies.all("GET", "/instances", NO_BYTES, ReplicaAdmin.ANSWER_LIMIT);
        if (answers.isEmpty()) {
            return replies.noneInTime();
        }
        Map<Long, JsonNode> byId = new TreeMap<>();
        answers.values().forEach(reply -> reply.body()
                .path("instances")
                .forEach(one -> byId.put(one.path("id").longValue(), one)));
        ObjectNode answer = AdminAnswer.object();
        answer.putArray("instances").addAll(byId.values());
        replies.putMissing(answer, answers);
        return new AdminAnswer(200, answer);
    }

    /** Returns one instance. Unless replicas are durable, only one can have it: numbers go round the replicas. */
    private AdminAnswer instance(String number, String target) {
        long id;
        try {
            id = Long.parseLong(number);
        } catch (NumberFormatException e) {
            return AdminAnswer.sentence(404, "There is no instance '" + number + "'.");
        }
        if (group.versions() != null) {
            // Instances of an earlier start, with another number of replicas, may be anywhere.
            return anyInstance("GET", target, ReplicaAdmin.ANSWER_LIMIT);
        }
        int home = Math.floorMod(id - 1, group.size()) + 1;
        ReplicaAdmin.Answer answers = replies.all(
                        "GET", target, replica -> replica == home ? NO_BYTES : null, ReplicaAdmin.ANSWER_LIMIT)
                .get(home);
        return answers != null
                ? ReplicaQueries.answer(answers)
                : AdminAnswer.sentence(
                        503,
                        "Replica " + home + " has not answered within " + ReplicaAdmin.ANSWER_LIMIT.toSeconds()
                                + " s; instance " + number + " would run there.");
    }

    /**
     * Asks all replicas for an instance. A durable replica that is being started again may have it, too, so that nobody
     * knows then whether there is one.
     */
    private AdminAnswer anyInstance(String method, String target, Duration within) {
        Map<Integer, ReplicaAdmin.Answer> answers = replies.all(method, target, NO_BYTES, within);
        AdminAnswer known = replies.firstKnown(answers);
        List<Integer> missing = replies.missing(answers);
        return known.status() != 404 || group.versions() == null || missing.isEmpty()
                ? known
                : AdminAnswer.sentence(
                        503, "The instance may be in a replica that has not answered: " + missing + ". Ask again.");
    }

    private AdminAnswer monitors() {
        ObjectNode answer = AdminAnswer.object();
        ArrayNode samples = answer.putArray("samples");
        replies.all("GET", "/monitors", NO_BYTES, ReplicaAdmin.ANSWER_LIMIT)
                .values()
                .forEach(reply -> samples.addAll((ArrayNode) reply.body().withArray("samples")));
        return new AdminAnswer(200, answer);
    }

    private AdminAnswer replicas() {
        Map<Integer, ReplicaAdmin.Answer> answers =
                replies.all("GET", "/replicas", NO_BYTES, ReplicaAdmin.ANSWER_LIMIT);
        ArrayNode list = AdminAnswer.array();
        for (ReplicaSlot slot : group.slots()) {
            list.add(described(slot, answers.get(slot.id())));
        }
        return new AdminAnswer(200, list);
    }

    /**
     * Describes a replica by its own answer. Without an answer, the facts that the parent has describe it. All facts
     * are of one moment.
     */
    private static ObjectNode described(ReplicaSlot slot, ReplicaAdmin.Answer reply) {
        synchronized (slot) {
            ReplicaProcess process = slot.process();
            // The answer may be of a process that has ended since.
            boolean answers = process != null
                    && reply != null
                    && reply.body().path(0).path("pid").longValue() == process.pid();
            ObjectNode one = answers ? (ObjectNode) reply.body().path(0) : silent(slot.id(), process);
            one.put("state", slot.state().name().toLowerCase(java.util.Locale.ROOT));
            one.put("starts", slot.starts());
            ReplicaProcess starting = slot.startingProcess();
            if (starting != null && starting.toRecover() > 0) {
                one.put("recovered", starting.recovered()).put("of", starting.toRecover());
            }
            if (!slot.lastEnd().isEmpty()) {
                one.put("lastEnd", slot.lastEnd());
            }
            return one;
        }
    }

    private static ObjectNode silent(int id, ReplicaProcess process) {
        ObjectNode object = AdminAnswer.object().put("id", id);
        if (process == null) {
            object.putNull("pid");
        } else {
            object.put("pid", process.pid());
        }
        object.putArray("processors");
        object.putNull("node");
        object.putArray("threads");
        return object;
    }

    private AdminAnswer counters(AdminRequest request) {
        if (request.method().equals("PUT")) {
            synchronized (group) {
                Map<Integer, ReplicaAdmin.Answer> answers =
                        replies.all("PUT", "/counters", request.body(), ReplicaAdmin.ANSWER_LIMIT);
                AdminAnswer refusal = ReplicaQueries.refusal(answers, 200);
                if (refusal != null) {
                    return refusal;
                }
                group.chosen().put("/counters", request.body());
                return new AdminAnswer(
                        200,
                        merged(answers.values().stream()
                                .map(ReplicaAdmin.Answer::body)
                                .toList()));
            }
        }
        Map<Integer, ReplicaAdmin.Answer> answers =
                replies.all(request.method(), "/counters", NO_BYTES, ReplicaAdmin.ANSWER_LIMIT);
        AdminAnswer refusal = ReplicaQueries.refusal(answers, 200);
        return refusal != null
                ? refusal
                : new AdminAnswer(
                        200,
                        merged(answers.values().stream()
                                .map(ReplicaAdmin.Answer::body)
                                .toList()));
    }

    private static ObjectNode merged(List<JsonNode> replicas) {
        ObjectNode answer = AdminAnswer.object();
        answer.set("events", replicas.get(0).path("events"));
        ObjectNode pools = answer.putObject("pools");
        for (JsonNode replica : replicas) {
            replica.path("pools").properties().forEach(pool -> {
                ObjectNode sums =
                        pools.path(pool.getKey()) instanceof ObjectNode known ? known : pools.putObject(pool.getKey());
                ReplicaQueries.addCounts(sums, pool.getValue());
            });
        }
        return answer;
    }
}
