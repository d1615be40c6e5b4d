package io.soabench.engine.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/**
 * The paths of pools. GET {@code /pools} lists the pools of threads, PUT {@code /pools/<name>} changes the size of one.
 * Thread-safe.
 */
final class PoolRoutes {
    static final String POOLS = "/pools";
    private static final int MOST_THREADS = 10_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private PoolRoutes() {}

    static AdminAnswer answer(AdminRequest request, EngineState state) {
        if (request.path().equals(POOLS)) {
            return list(state.pools());
        }
        String name = request.path().substring(POOLS.length() + 1);
        PoolState pool = state.pools().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElse(null);
        if (pool == null) {
            return AdminAnswer.sentence(
                    404,
                    "There is no pool '" + name + "'; there are "
                            + state.pools().stream().map(PoolState::name).toList() + ".");
        }
        return request.method().equals("PUT")
                ? resize(pool, request.body(), state)
                : new AdminAnswer(200, described(AdminAnswer.object(), pool));
    }

    private static AdminAnswer list(List<PoolState> pools) {
        ArrayNode list = AdminAnswer.array();
        pools.forEach(pool -> described(list.addObject(), pool));
        return new AdminAnswer(200, list);
    }

    private static ObjectNode described(ObjectNode object, PoolState pool) {
        object.put("name", pool.name()).put("threads", pool.threads()).put("queued", pool.queued());
        if (!pool.fixed().isEmpty()) {
            object.put("fixed", pool.fixed());
        }
        return object;
    }

    private static AdminAnswer resize(PoolState pool, byte[] body, EngineState state) {
        JsonNode threads;
        try {
            threads = JSON.readTree(body).path("threads");
        } catch (IOException e) {
            return AdminAnswer.sentence(400, "The body is no JSON; write for instance {\"threads\": 4}.");
        }
        int least = state.smallestPool();
        if (!threads.isInt() || threads.intValue() < least || threads.intValue() > MOST_THREADS) {
            return AdminAnswer.sentence(
                    400,
                    "'threads' is " + (threads.isMissingNode() ? "missing" : threads)
                            + "; use a whole number from " + least + " to " + MOST_THREADS
                            + (least > 1 ? ", one for each replica at least." : "."));
        }
        if (!pool.fixed().isEmpty()) {
            return AdminAnswer.sentence(409, pool.fixed());
        }
        state.resize(threads.intValue());
        return answerOf(pool.name(), state);
    }

    private static AdminAnswer answerOf(String name, EngineState state) {
        return state.pools().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .map(one -> new AdminAnswer(200, described(AdminAnswer.object(), one)))
                .orElseThrow();
    }
}
