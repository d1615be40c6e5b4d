package io.soabench.agent.daemon;

import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The latest orders by their id, with their answers. An order comes again when the connection broke before its answer arrived; it is not
 * executed again, and gets the same answer. Safe for use by many threads.
 */
final class AnsweredOrders {

    /** The number of remembered orders; a driver waits for the answers to a few at the same time. */
    private static final int REMEMBERED = 32;

    private final Host host;
    private final Map<Long, CompletableFuture<HostMessage.Answer>> answers = new LinkedHashMap<>();

    AnsweredOrders(Host host) {
        this.host = host;
    }

    /** Runs an order, unless the order was begun before. */
    synchronized CompletableFuture<HostMessage.Answer> run(HostOrder.Asked asked) {
        CompletableFuture<HostMessage.Answer> known = answers.get(asked.id());
        if (known != null) {
            return known;
        }
        CompletableFuture<HostMessage.Answer> answer = host.ask(asked.order());
        answers.put(asked.id(), answer);
        forget();
        return answer;
    }

    private void forget() {
        int surplus = answers.size() - REMEMBERED;
        var oldest = answers.values().iterator();
        while (surplus > 0 && oldest.hasNext()) {
            if (oldest.next().isDone()) {
                oldest.remove();
                surplus--;
            }
        }
    }
}
