package io.soabench.ansible;

import io.soabench.ansible.play.PlaybookLog;
import io.soabench.plan.ServerEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a playbook says of one server or load client (README, <i>Result</i>).
 *
 * @param exit exit status, or -1
 * @param stopped how it ended; {@code null} while it runs
 * @param left what it left behind when it was stopped
 */
record ServerState(String name, long pid, boolean runs, int exit, ServerEnd stopped, boolean ready, List<String> left) {

    /** All that a playbook said of the servers, or clients, of some hosts. */
    static List<ServerState> of(PlaybookLog log, Iterable<String> hosts, String list) {
        List<ServerState> states = new ArrayList<>();
        for (String host : hosts) {
            for (Map<?, ?> object : log.objects(host, list)) {
                states.add(of(object));
            }
        }
        return states;
    }

    private static ServerState of(Map<?, ?> object) {
        List<String> left = new ArrayList<>();
        if (object.get("left") instanceof List<?> list) {
            list.forEach(process -> left.add(String.valueOf(process)));
        }
        return new ServerState(
                text(object.get("name")),
                number(object.get("pid")),
                Boolean.TRUE.equals(object.get("runs")),
                (int) number(object.get("exit")),
                ServerEnd.of(text(object.get("stopped"))).orElse(null),
                Boolean.TRUE.equals(object.get("ready")),
                left);
    }

    private static String text(Object value) {
        return value instanceof String text ? text : "";
    }

    private static long number(Object value) {
        return value instanceof Number number ? number.longValue() : -1;
    }
}
