package io.soabench.start.bpmn;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.w3c.dom.Element;

/** The message flows of a file, as one of its processes sees them (BPMN 2.0, 9.4). Immutable. */
final class MessageFlows {

    private final Map<String, String> targets = new HashMap<>();
    private final Set<String> clients = new HashSet<>();

    private MessageFlows() {}

    /**
     * Reads the flows of all collaborations.
     *
     * @param root of the file
     * @param process the process whose parts send
     */
    static MessageFlows of(Element root, Element process) {
        MessageFlows flows = new MessageFlows();
        Map<String, String> pools = new HashMap<>();
        Set<String> own = ids(process).collect(Collectors.toCollection(HashSet::new));
        Dom.children(root, "process").forEach(each -> ids(each).forEach(id -> pools.putIfAbsent(id, Dom.label(each))));
        for (Element collaboration : Dom.children(root, "collaboration").toList()) {
            for (Element pool : Dom.children(collaboration, "participant").toList()) {
                String id = pool.getAttribute("id");
                String processId = local(pool.getAttribute("processRef"));
                pools.put(id, Dom.label(pool));
                Dom.children(root, "process")
                        .filter(each -> each.getAttribute("id").equals(processId))
                        .flatMap(MessageFlows::ids)
                        .forEach(node -> pools.put(node, Dom.label(pool)));
                if (!processId.isEmpty() && processId.equals(process.getAttribute("id"))) {
                    own.add(id);
                }
            }
        }
        Set<String> starts = Dom.children(process, "startEvent")
                .map(each -> each.getAttribute("id"))
                .collect(Collectors.toSet());
        for (Element collaboration : Dom.children(root, "collaboration").toList()) {
            for (Element flow : Dom.children(collaboration, "messageFlow").toList()) {
                String from = local(flow.getAttribute("sourceRef"));
                String to = local(flow.getAttribute("targetRef"));
                if (own.contains(from) && !own.contains(to)) {
                    flows.targets.putIfAbsent(from, pools.getOrDefault(to, to));
                } else if (!own.contains(from) && starts.contains(to)) {
                    flows.clients.add(pools.getOrDefault(from, from));
                }
            }
        }
        return flows;
    }

    private static Stream<String> ids(Element scope) {
        return Dom.children(scope).stream()
                .flatMap(each -> Stream.concat(Stream.of(each.getAttribute("id")), ids(each)))
                .filter(id -> !id.isEmpty());
    }

    private static String local(String qualified) {
        return qualified.strip().substring(qualified.strip().indexOf(':') + 1);
    }

    /** Returns the name of the pool to which a part sends; empty where no message flow leaves it. */
    Optional<String> target(Element part) {
        return Optional.ofNullable(targets.get(part.getAttribute("id")));
    }

    /** Returns whether a pool starts instances of the process by a message. */
    boolean isClient(String pool) {
        return clients.contains(pool);
    }
}
