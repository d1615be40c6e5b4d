package io.soabench.load.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.plan.Json;
import io.soabench.plan.Outcome;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request that orders many instances of a process at once, see {@code Lifecycle.Batches} of the plug-ins. Immutable.
 *
 * @param instances number of instances
 * @param token sent as bearer token (RFC 6750, section 2.1); empty: none is needed
 */
public record BatchOrder(int instances, String token) {

    /** The placeholder for the number of an instance in its message. */
    private static final String INSTANCE = "${instance}";

    /** Returns the order without its token, because no log may contain the token. */
    @Override
    public String toString() {
        return "order of " + instances + " instances";
    }

    /** The outcome of an order, with its defect. */
    record Verdict(Outcome outcome, String detail) {}

    /** Returns the order as JSON; the identifier of each instance is its number. */
    byte[] body(byte[] envelope) {
        Map<String, Object> order = new LinkedHashMap<>();
        order.put("instances", instances);
        order.put("input", new String(envelope, StandardCharsets.UTF_8).replace(Requests.PLACEHOLDER, INSTANCE));
        order.put("partners", "loopback");
        return Json.line(order).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the header lines that an order has and a message has not. */
    String headers() {
        return "\r\nAccept: application/json\r\nContent-Type: application/json"
                + (token.isEmpty() ? "" : "\r\nAuthorization: Bearer " + token);
    }

    /** Judges the answer of the engine: all instances must have ended as the process prescribes. */
    Verdict judge(int status, byte[] body, int size) {
        JsonNode answer;
        try {
            answer = Json.parse(new String(body, 0, size, StandardCharsets.UTF_8), JsonNode.class);
        } catch (UncheckedIOException e) {
            return new Verdict(status == 200 ? Outcome.WRONG : Outcome.HTTP, "the answer to the order is no JSON");
        }
        if (status != 200) {
            return new Verdict(Outcome.HTTP, answer.path("message").asText());
        }
        long completed = answer.path("completed").asLong(-1);
        if (completed == instances) {
            return new Verdict(Outcome.OK, "");
        }
        if (completed < 0) {
            return new Verdict(
                    Outcome.WRONG, "the answer to the order does not contain the number of completed instances");
        }
        String fault = answer.path("firstFault").asText();
        return new Verdict(
                Outcome.FAULT,
                completed + " of " + instances + " instances completed" + (fault.isEmpty() ? "" : "; " + fault));
    }
}
