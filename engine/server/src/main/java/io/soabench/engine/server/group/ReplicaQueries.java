package io.soabench.engine.server.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.server.admin.AdminAnswer;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** A sender of queries that go to all replicas at the same time. Thread-safe. */
final class ReplicaQueries {
    private static final int NOT_FOUND = 404;
    private static final int OK = 200;

    private final ReplicaGroup group;

    ReplicaQueries(ReplicaGroup group) {
        this.group = group;
    }

    /** How many replicas there are to be. */
    int size() {
        return group.size();
    }

    /** What each answers, by number; one that is not there, or does not answer in time, is left out. */
    Map<Integer, ReplicaAdmin.Answer> all(String method, String target, byte[] body, Duration within) {
        return all(method, target, id -> body, within);
    }

    /** Like the other, with another body for each; null for none that is asked nothing. */
    Map<Integer, ReplicaAdmin.Answer> all(
            String method, String target, Function<Integer, byte[]> body, Duration within) {
        Map<Integer, CompletableFuture<ReplicaAdmin.Answer>> asked = asked(method, target, body, within);
        Map<Integer, ReplicaAdmin.Answer> told = new TreeMap<>();
        asked.forEach((id, answer) -> {
            try {
                told.put(id, answer.join());
            } catch (CompletionException e) {
                // It has ended, or will not answer: its place says so.
            }
        });
        return told;
    }

    /** The answers to come. */
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

    /** The answer of the one that knows what was asked for; else what the others say. */
    AdminAnswer firstKnown(Map<Integer, ReplicaAdmin.Answer> told) {
        AdminAnswer unknown = none();
        for (ReplicaAdmin.Answer answer : told.values()) {
            if (answer.status() != NOT_FOUND) {
                return answer(answer);
            }
            unknown = answer(answer);
        }
        return unknown;
    }

    /** The first answer with another status; null when all have that one. Says so when nobody has answered. */
    static AdminAnswer refusal(Map<Integer, ReplicaAdmin.Answer> told, int status) {
        for (ReplicaAdmin.Answer answer : told.values()) {
            if (answer.status() != status) {
                return answer(answer);
            }
        }
        return told.isEmpty() ? none() : null;
    }

    /**
     * Says in an answer which replicas it is without: those that are not there, or have not answered with 200. Nothing when it is of
     * all.
     */
    void putMissing(ObjectNode answer, Map<Integer, ReplicaAdmin.Answer> told) {
        ArrayNode missing = AdminAnswer.array();
        for (ReplicaSlot slot : group.slots()) {
            ReplicaAdmin.Answer reply = told.get(slot.id());
            if (reply == null || reply.status() != OK) {
                missing.add(slot.id());
            }
        }
        if (!missing.isEmpty()) {
            answer.set("missing", missing);
        }
    }

    /** For a look that nobody has answered: as {@link #none()} when nobody is there. */
    AdminAnswer noneInTime() {
        return group.slots().stream().allMatch(slot -> slot.process() == null)
                ? none()
                : AdminAnswer.sentence(
                        503,
                        "No replica has answered within " + ReplicaAdmin.SOON.toSeconds()
                                + " s; GET /replicas says what is known of them.");
    }

    static AdminAnswer none() {
        return AdminAnswer.sentence(503, "No replica runs; they are being started again.");
    }

    static AdminAnswer answer(ReplicaAdmin.Answer answer) {
        return new AdminAnswer(answer.status(), answer.body().isMissingNode() ? null : answer.body());
    }

    /** Adds counts of events: where one replica has a reason why there is none, the sum has that reason. */
    static void addCounts(ObjectNode sums, JsonNode counts) {
        counts.properties().forEach(event -> addCount(sums, event.getKey(), event.getValue()));
    }

    /** Adds one of them. */
    static void addCount(ObjectNode sums, String name, JsonNode count) {
        JsonNode sum = sums.path(name);
        if (sum.isMissingNode() || (sum.isNumber() && !count.isNumber())) {
            sums.set(name, count);
        } else if (sum.isNumber()) {
            sums.put(name, sum.longValue() + count.longValue());
        }
    }
}
