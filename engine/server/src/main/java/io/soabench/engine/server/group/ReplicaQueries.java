package io.soabench.engine.server.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.server.admin.AdminAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** A sender of requests to the admin interfaces of all replicas at the same time. Thread-safe. */
final class ReplicaQueries {
    private static final int NOT_FOUND = 404;
    private static final int OK = 200;
    /** The statistics of which the largest one stands for all replicas. */
    private static final Set<String> LARGEST = Set.of("journalSyncP99Us", "journalLagUs");

    private final ReplicaGroup group;

    ReplicaQueries(ReplicaGroup group) {
        this.group = group;
    }

    /** Returns the planned number of replicas. */
    int size() {
        return group.size();
    }

    /** Returns the answers by number of the replica. Replicas that are absent or do not answer in time are left out. */
    Map<Integer, ReplicaAdmin.Answer> all(String method, String target, byte[] body, Duration within) {
        return all(method, target, id -> body, within);
    }

    /**
     * Returns the answers as the other method does, with another body for each; null for a replica that is not asked.
     */
    Map<Integer, ReplicaAdmin.Answer> all(
            String method, String target, Function<Integer, byte[]> body, Duration within) {
        Map<Integer, CompletableFuture<ReplicaAdmin.Answer>> asked = asked(method, target, body, within);
        Map<Integer, ReplicaAdmin.Answer> answers = new TreeMap<>();
        asked.forEach((id, answer) -> {
            try {
                answers.put(id, answer.join());
            } catch (CompletionException e) {
                // The process has ended, or does not answer: its slot reports that.
            }
        });
        return answers;
    }

    /** Returns the pending answers, by number of the replica. */
    Map<Integer, CompletableFuture<ReplicaAdmin.Answer>> asked(
            String method, String target, Function<Integer, byte[]> body, Duration within) {
        Map<Integer, CompletableFuture<ReplicaAdmin.Answer>> asked = new TreeMap<>();
        for (ReplicaSlot slot : group.slots()) {
            ReplicaProcess process = slot.process();
            byte[] own = body.apply(slot.id());
            if (process != null && own != null) {
                asked.put(slot.id(), process.admin().ask(method, target, own, within));
            }
        }
        return asked;
    }

    /** Returns the answer of the replica that knows the thing asked for; otherwise the common answer of the others. */
    AdminAnswer firstKnown(Map<Integer, ReplicaAdmin.Answer> answers) {
        AdminAnswer unknown = none();
        for (ReplicaAdmin.Answer answer : answers.values()) {
            if (answer.status() != NOT_FOUND) {
                return answer(answer);
            }
            unknown = answer(answer);
        }
        return unknown;
    }

    /**
     * Returns the first answer with another status; null if all have that status. If no replica has answered, the
     * result is a sentence about that.
     */
    static AdminAnswer refusal(Map<Integer, ReplicaAdmin.Answer> answers, int status) {
        for (ReplicaAdmin.Answer answer : answers.values()) {
            if (answer.status() != status) {
                return answer(answer);
            }
        }
        return answers.isEmpty() ? none() : null;
    }

    /**
     * Adds the numbers of missing replicas to an answer: those that are absent, or have not answered with 200. Adds
     * nothing when the answer is complete.
     */
    void putMissing(ObjectNode answer, Map<Integer, ReplicaAdmin.Answer> answers) {
        ArrayNode missing = AdminAnswer.array();
        for (ReplicaSlot slot : group.slots()) {
            ReplicaAdmin.Answer reply = answers.get(slot.id());
            if (reply == null || reply.status() != OK) {
                missing.add(slot.id());
            }
        }
        if (!missing.isEmpty()) {
            answer.set("missing", missing);
        }
    }

    /** Returns the numbers of the replicas that have no process that answers its admin interface. */
    List<Integer> missing() {
        return group.slots().stream()
                .filter(slot -> slot.process() == null)
                .map(ReplicaSlot::id)
                .toList();
    }

    /** Returns the numbers of the replicas that have no process, or have not answered. */
    List<Integer> missing(Map<Integer, ReplicaAdmin.Answer> answers) {
        return group.slots().stream()
                .map(ReplicaSlot::id)
                .filter(id -> !answers.containsKey(id))
                .toList();
    }

    /**
     * Ends the replicas that have not given an answer with a status, although each of them was asked. They are started
     * again, with all deployments.
     */
    void endAllBut(Map<Integer, ReplicaAdmin.Answer> answers, IntPredicate status) {
        for (ReplicaSlot slot : group.slots()) {
            ReplicaProcess process = slot.process();
            ReplicaAdmin.Answer answer = answers.get(slot.id());
            if (process != null && (answer == null || !status.test(answer.status()))) {
                process.killUnresponsive();
            }
        }
    }

    /** Returns the answer for a probe that no replica has answered: as {@link #none()} when there is no replica. */
    AdminAnswer noneInTime() {
        return group.slots().stream().allMatch(slot -> slot.process() == null)
                ? none()
                : AdminAnswer.sentence(
                        503,
                        "No replica has answered within " + ReplicaAdmin.ANSWER_LIMIT.toSeconds()
                                + " s; GET /replicas says what is known of them.");
    }

    /** Returns the first description of a deployment, with the number of instances of all replicas. */
    static ObjectNode together(Map<Integer, ReplicaAdmin.Answer> answers) {
        return answers.values().stream()
                .map(answer -> (ObjectNode) answer.body())
                .reduce(ReplicaQueries::added)
                .orElseThrow();
    }

    /** Returns the description of a deployment, with the number of instances of two replicas. */
    static ObjectNode added(ObjectNode one, ObjectNode other) {
        return one.put(
                "running",
                one.path("running").longValue() + other.path("running").longValue());
    }

    static AdminAnswer none() {
        return AdminAnswer.sentence(503, "No replica runs; they are being started again.");
    }

    static AdminAnswer answer(ReplicaAdmin.Answer answer) {
        return new AdminAnswer(answer.status(), answer.body().isMissingNode() ? null : answer.body());
    }

    /** Adds counts of events. Where one replica has a reason instead of a count, the sum has that reason. */
    static void addCounts(ObjectNode sums, JsonNode counts) {
        counts.properties().forEach(event -> addCount(sums, event.getKey(), event.getValue()));
    }

    /** Adds one count. Of times of the disk, the longest one is kept. */
    static void addCount(ObjectNode sums, String name, JsonNode count) {
        JsonNode sum = sums.path(name);
        if (sum.isMissingNode() || (sum.isNumber() && !count.isNumber())) {
            sums.set(name, count);
        } else if (sum.isNumber()) {
            sums.put(
                    name,
                    LARGEST.contains(name)
                            ? Math.max(sum.longValue(), count.longValue())
                            : sum.longValue() + count.longValue());
        }
    }
}
