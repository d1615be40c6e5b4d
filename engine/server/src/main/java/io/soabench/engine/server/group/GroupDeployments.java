package io.soabench.engine.server.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.contracts.source.Problem;
import io.soabench.engine.server.admin.AdminAnswer;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The deployments of replicas that are processes. All replicas have the same ones, and one change is made at a time.
 * Thread-safe.
 */
public final class GroupDeployments {
    private static final String PATH = "/deployments";
    private static final byte[] NO_BYTES = {};
    private static final int CREATED = 201;

    private final ReplicaGroup group;
    private final ReplicaQueries replies;
    private final DurableDeployments durable;

    GroupDeployments(ReplicaGroup group, ReplicaQueries replies) {
        this.group = group;
        this.replies = replies;
        this.durable = group.versions() == null ? null : new DurableDeployments(group.versions(), replies);
    }

    /**
     * Deploys files in all replicas.
     *
     * @return the warnings
     * @throws RefusedDeploymentException if a replica refuses them; nothing has changed then
     */
    public List<Problem> deploy(String name, Map<String, byte[]> entries) throws RefusedDeploymentException {
        return deploy(name, zip(entries));
    }

    /** Deploys an archive, see {@link #deploy(String, Map)}. */
    public List<Problem> deploy(String name, byte[] archive) throws RefusedDeploymentException {
        AdminAnswer answer = put(name, PATH + "/" + name, archive);
        if (answer.status() != CREATED) {
            List<Problem> problems = problems(answer.body().path("problems"));
            throw new RefusedDeploymentException(
                    problems.isEmpty()
                            ? List.of(new Problem(
                                    "REPLICA",
                                    "",
                                    0,
                                    0,
                                    answer.body().path("message").asText()))
                            : problems);
        }
        return problems(answer.body().path("warnings"));
    }

    private static List<Problem> problems(JsonNode list) {
        List<Problem> problems = new ArrayList<>();
        list.forEach(problem -> problems.add(new Problem(
                problem.path("code").textValue(),
                problem.path("file").textValue(),
                problem.path("line").intValue(),
                problem.path("column").intValue(),
                problem.path("message").textValue())));
        return problems;
    }

    private static byte[] zip(Map<String, byte[]> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : new TreeMap<>(entries).entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be written to", e);
        }
        return bytes.toByteArray();
    }

    /** Deploys in all replicas. If one of them refuses, none has a change. */
    AdminAnswer put(String name, String target, byte[] archive) {
        synchronized (group) {
            if (durable != null) {
                return durable.put(name, path(target), archive);
            }
            Map<Integer, ReplicaAdmin.Answer> answers = replies.all("PUT", target, archive, ReplicaAdmin.LATER);
            AdminAnswer refusal = ReplicaQueries.refusal(answers, CREATED);
            if (refusal == null) {
                group.deployed().put(name, archive);
                return new AdminAnswer(CREATED, ReplicaQueries.together(answers));
            }
            byte[] before = group.deployed().get(name);
            replies.all(
                    before == null ? "DELETE" : "PUT",
                    target,
                    id -> answers.containsKey(id) && answers.get(id).status() == CREATED
                            ? (before == null ? NO_BYTES : before)
                            : null,
                    ReplicaAdmin.LATER);
            return refusal;
        }
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** Removes a deployment from all replicas. */
    AdminAnswer delete(String name, String target) {
        synchronized (group) {
            if (durable != null) {
                String path = path(target);
                return durable.delete(
                        name, path, target.length() == path.length() ? "" : target.substring(path.length() + 1));
            }
            Map<Integer, ReplicaAdmin.Answer> answers = replies.all("DELETE", target, NO_BYTES, ReplicaAdmin.LATER);
            long ended = 0;
            for (ReplicaAdmin.Answer answer : answers.values()) {
                if (answer.status() == 400 || answer.status() == 202) {
                    return ReplicaQueries.answer(answer);
                }
                ended += answer.body().path("ended").longValue();
            }
            group.deployed().remove(name);
            AdminAnswer first = replies.firstKnown(answers);
            return first.status() == 200
                    ? new AdminAnswer(200, AdminAnswer.object().put("ended", ended))
                    : first;
        }
    }

    /** Returns one deployment, from the replicas that answer within {@link ReplicaAdmin#SOON}. */
    AdminAnswer one(String method, String target) {
        Map<Integer, ReplicaAdmin.Answer> answers = replies.all(method, target, NO_BYTES, ReplicaAdmin.ANSWER_LIMIT);
        if (answers.isEmpty()) {
            return replies.noneInTime();
        }
        AdminAnswer refusal = ReplicaQueries.refusal(answers, 200);
        if (refusal != null) {
            return refusal;
        }
        ObjectNode answer = ReplicaQueries.together(answers);
        replies.putMissing(answer, answers);
        return new AdminAnswer(200, answer);
    }

    /** Returns all deployments, from the replicas that answer within {@link ReplicaAdmin#SOON}. */
    AdminAnswer list() {
        Map<Integer, ReplicaAdmin.Answer> answers = replies.all("GET", PATH, NO_BYTES, ReplicaAdmin.ANSWER_LIMIT);
        if (answers.isEmpty()) {
            return replies.noneInTime();
        }
        Map<String, ObjectNode> byName = new TreeMap<>();
        answers.values().forEach(reply -> reply.body()
                .path("deployments")
                .forEach(one -> byName.merge(one.path("name").textValue(), (ObjectNode) one, ReplicaQueries::added)));
        ObjectNode answer = AdminAnswer.object();
        ArrayNode list = answer.putArray("deployments");
        list.addAll(byName.values());
        replies.putMissing(answer, answers);
        return new AdminAnswer(200, answer);
    }
}
