package io.soabench.engine.server.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.server.admin.AdminAnswer;
import io.soabench.engine.server.admin.AdminRequest;
import io.soabench.engine.server.batch.Batches;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A batch on replicas that are processes. Each replica runs its part, and the results are added. The time is that of
 * the parent, from its first request to the last answer. Thread-safe. Source: P13, section 4.4.
 */
final class GroupBatch {
    private static final byte[] NO_BYTES = {};
    private static final long PROBE_MS = 20;
    private static final double NS_PER_US = 1_000;
    private static final double US_PER_MS = 1_000;
    private static final String[] SUMS = {
        "instances", "completed", "faulted", "gcCount", "gcMs", "calls", "lostCallbacks", "stillRunning"
    };
    /** The sums that are left out when they are zero. */
    private static final Set<String> RARE = Set.of("lostCallbacks", "stillRunning");

    private final ReplicaQueries replies;
    private final EngineClock clock;
    private final AtomicBoolean running = new AtomicBoolean();

    GroupBatch(ReplicaQueries replies, EngineClock clock) {
        this.replies = replies;
        this.clock = clock;
    }

    AdminAnswer answer(AdminRequest request, String target) {
        return switch (request.method()) {
            case "POST" -> run(request, target);
            case "DELETE" -> replies.firstKnown(replies.all("DELETE", target, NO_BYTES, ReplicaAdmin.ANSWER_LIMIT));
            default -> progress(replies.all("GET", target, NO_BYTES, ReplicaAdmin.ANSWER_LIMIT));
        };
    }

    private AdminAnswer progress(Map<Integer, ReplicaAdmin.Answer> answers) {
        Map<Integer, ReplicaAdmin.Answer> running = new TreeMap<>(answers);
        running.values().removeIf(answer -> answer.status() != 200);
        if (running.isEmpty()) {
            return replies.firstKnown(answers);
        }
        ObjectNode sum = sum(running);
        double longest = running.values().stream()
                .mapToDouble(answer -> answer.body().path("wallMs").doubleValue())
                .max()
                .orElse(0);
        return new AdminAnswer(200, sum.put("wallMs", longest));
    }

    private AdminAnswer run(AdminRequest request, String target) {
        if (!running.compareAndSet(false, true)) {
            return AdminAnswer.sentence(
                    409, "A batch runs already; wait for its end, or cancel it by DELETE of its address.");
        }
        try {
            return runAlone(request, target);
        } finally {
            running.set(false);
        }
    }

    private AdminAnswer runAlone(AdminRequest request, String target) {
        Map<Integer, byte[]> parts = parts(request.body());
        long startNs = clock.nanoTime();
        Map<Integer, CompletableFuture<ReplicaAdmin.Answer>> pending =
                replies.asked("POST", target, parts::get, ReplicaAdmin.BATCH_LIMIT);
        if (pending.size() < parts.size()) {
            cancel(target);
            pending.values().forEach(GroupBatch::ended);
            return AdminAnswer.sentence(
                    503, "A replica is being started again, so a batch cannot run in all of them; try again later.");
        }
        try {
            Map<Integer, ReplicaAdmin.Answer> answers = await(request, target, pending);
            double wallMs = Math.round((clock.nanoTime() - startNs) / NS_PER_US) / US_PER_MS;
            return outcome(answers, parts.size(), wallMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancel(target);
            return AdminAnswer.sentence(503, "The engine stops.");
        }
    }

    /**
     * Returns the order of each replica that has a part. An order that cannot be divided goes to the first replica
     * unchanged, whose answer contains the reason.
     */
    private Map<Integer, byte[]> parts(byte[] body) {
        JsonNode root = ReplicaAdmin.json(new String(body, StandardCharsets.UTF_8));
        JsonNode instances = root.path("instances");
        Map<Integer, byte[]> parts = new HashMap<>();
        if (!(root instanceof ObjectNode order) || !instances.canConvertToLong() || instances.longValue() < 1) {
            parts.put(1, body);
            return parts;
        }
        long all = instances.longValue();
        int of = (int) Math.min(replies.size(), all);
        long window = root.path("window").asLong(Batches.DEFAULT_WINDOW);
        long first = root.path("first").asLong(1);
        for (int id = 1; id <= of; id++) {
            long share = all / of + (id <= all % of ? 1 : 0);
            ObjectNode part = order.deepCopy().put("instances", share).put("first", first);
            if (!order.has("window") || (order.path("window").isIntegralNumber() && window >= of)) {
                part.put("window", window / of + (id <= window % of ? 1 : 0));
            }
            parts.put(id, ReplicaGroup.bytes(part.toString()));
            first += share;
        }
        return parts;
    }

    private Map<Integer, ReplicaAdmin.Answer> await(
            AdminRequest request, String target, Map<Integer, CompletableFuture<ReplicaAdmin.Answer>> pending)
            throws InterruptedException {
        boolean cancelled = false;
        CompletableFuture<Void> all = CompletableFuture.allOf(pending.values().toArray(CompletableFuture<?>[]::new));
        while (!all.isDone()) {
            try {
                all.get(PROBE_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (!cancelled && (request.gone().getAsBoolean() || isRefused(pending))) {
                    cancel(target);
                    cancelled = true;
                }
            } catch (ExecutionException e) {
                // A failed answer is left out below.
            }
        }
        Map<Integer, ReplicaAdmin.Answer> answers = new TreeMap<>();
        pending.forEach((id, answer) -> {
            ReplicaAdmin.Answer ended = ended(answer);
            if (ended != null) {
                answers.put(id, ended);
            }
        });
        return answers;
    }

    private static ReplicaAdmin.Answer ended(CompletableFuture<ReplicaAdmin.Answer> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            return null;
        }
    }

    /** Returns whether a replica has refused to run its part. Then the others need not continue. */
    private static boolean isRefused(Map<Integer, CompletableFuture<ReplicaAdmin.Answer>> pending) {
        return pending.values().stream()
                .filter(CompletableFuture::isDone)
                .map(GroupBatch::ended)
                .anyMatch(answer -> answer != null && answer.status() / 100 == 4);
    }

    private void cancel(String target) {
        replies.all("DELETE", target, NO_BYTES, ReplicaAdmin.ANSWER_LIMIT);
    }

    private static AdminAnswer outcome(Map<Integer, ReplicaAdmin.Answer> answers, int asked, double wallMs) {
        for (ReplicaAdmin.Answer answer : answers.values()) {
            if (!answer.body().has("completed")) {
                return ReplicaQueries.answer(answer);
            }
        }
        ObjectNode sum = sum(answers).put("wallMs", wallMs);
        if (answers.size() < asked) {
            return new AdminAnswer(
                    500,
                    sum.put(
                            "message",
                            asked - answers.size() + " of " + asked
                                    + " replicas have ended before their part of the batch had; what they did is not in"
                                    + " these numbers."));
        }
        for (ReplicaAdmin.Answer answer : answers.values()) {
            if (answer.status() != 200) {
                return new AdminAnswer(
                        answer.status(),
                        sum.put("message", answer.body().path("message").textValue()));
            }
        }
        return new AdminAnswer(200, sum);
    }

    private static ObjectNode sum(Map<Integer, ReplicaAdmin.Answer> answers) {
        ObjectNode sum = AdminAnswer.object();
        for (String name : SUMS) {
            long value = answers.values().stream()
                    .mapToLong(answer -> answer.body().path(name).longValue())
                    .sum();
            if (value > 0 || !RARE.contains(name)) {
                sum.put(name, value);
            }
        }
        double cpuMs = 0;
        boolean known = true;
        ObjectNode counters = sum.putObject("counters");
        for (ReplicaAdmin.Answer answer : answers.values()) {
            known &= answer.body().path("cpuMs").isNumber();
            cpuMs += answer.body().path("cpuMs").doubleValue();
            ReplicaQueries.addCounts(counters, answer.body().path("counters"));
            for (String name : new String[] {"firstReply", "firstFault"}) {
                if (!sum.has(name) && answer.body().hasNonNull(name)) {
                    sum.set(name, answer.body().get(name));
                }
            }
        }
        return known ? sum.put("cpuMs", Math.round(cpuMs * US_PER_MS) / US_PER_MS) : sum.putNull("cpuMs");
    }
}
