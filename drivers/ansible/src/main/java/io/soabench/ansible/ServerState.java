package io.soabench.ansible;

import io.soabench.ansible.play.PlaybookLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a playbook says of one server or load client (README, <i>Result</i>).
 *
 * @param exit exit status, or -1
 * @param stopped {@code asked}, {@code killed}, {@code died}, or empty while it runs
 * @param left what it left behind when it was stopped
 */
record ServerState(String name, long pid, boolean runs, int exit, String stopped, boolean ready, List<String> left) {

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
                text(object.get("stopped")),
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
