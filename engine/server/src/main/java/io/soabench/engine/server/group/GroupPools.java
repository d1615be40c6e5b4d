package io.soabench.engine.server.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.server.admin.AdminAnswer;
import io.soabench.engine.server.admin.AdminRequest;
import io.soabench.engine.server.replica.Totals;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The pools of replicas that are processes, each summed over all replicas. A new size is spread as evenly as possible.
 * Thread-safe.
 */
final class GroupPools {
    private static final byte[] NO_BYTES = {};

    private final ReplicaGroup group;
    private final ReplicaQueries replies;

    GroupPools(ReplicaGroup group, ReplicaQueries replies) {
        this.group = group;
        this.replies = replies;
    }

    AdminAnswer answer(AdminRequest request, String target) {
        if (!request.method().equals("PUT")) {
            return together(replies.all(request.method(), target, NO_BYTES, ReplicaAdmin.ANSWER_LIMIT));
        }
        JsonNode threads = ReplicaAdmin.json(new String(request.body(), StandardCharsets.UTF_8))
                .path("threads");
        if (!threads.isInt()) {
            return together(replies.all("PUT", target, request.body(), ReplicaAdmin.ANSWER_LIMIT));
        }
        if (threads.intValue() < group.size()) {
            return AdminAnswer.sentence(
                    400,
                    "'threads' is " + threads + "; use a whole number from " + group.size()
                            + ", one for each replica at least.");
        }
        synchronized (group) {
            AdminAnswer answer = together(replies.all(
                    "PUT", target, id -> share(threads.intValue(), id, group.size()), ReplicaAdmin.ANSWER_LIMIT));
            if (answer.status() == 200) {
                // A restarted replica gets the largest part.
                group.chosen().put(target, share(threads.intValue(), 1, group.size()));
            }
            return answer;
        }
    }

    private static byte[] share(int threads, int id, int of) {
        return ReplicaGroup.bytes("{\"threads\": " + Totals.CONSTANT.share(threads, id - 1, of) + "}");
    }

    private static AdminAnswer together(Map<Integer, ReplicaAdmin.Answer> answers) {
        AdminAnswer refusal = ReplicaQueries.refusal(answers, 200);
        if (refusal != null) {
            return refusal;
        }
        Map<String, ObjectNode> byName = new LinkedHashMap<>();
        boolean one = false;
        for (ReplicaAdmin.Answer answer : answers.values()) {
            one = answer.body().isObject();
            Iterable<JsonNode> pools = one ? java.util.List.of(answer.body()) : answer.body();
            pools.forEach(pool -> byName.merge(pool.path("name").textValue(), (ObjectNode) pool, GroupPools::added));
        }
        if (one) {
            return new AdminAnswer(200, byName.values().iterator().next());
        }
        ArrayNode list = AdminAnswer.array();
        list.addAll(byName.values());
        return new AdminAnswer(200, list);
    }

    private static ObjectNode added(ObjectNode sum, ObjectNode more) {
        sum.put(
                "threads",
                sum.path("threads").longValue() + more.path("threads").longValue());
        return sum.put(
                "queued", sum.path("queued").longValue() + more.path("queued").longValue());
    }
}
