package io.soabench.engine.overseer.command;

import io.soabench.engine.overseer.topology.Cache;
import io.soabench.engine.overseer.topology.Core;
import io.soabench.engine.overseer.topology.CoreKind;
import io.soabench.engine.overseer.topology.NumaNode;
import io.soabench.engine.overseer.topology.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A topology in some lines for people. */
final class TopologyText {

    private TopologyText() {}

    static String of(Topology topology) {
        List<String> lines = new ArrayList<>();
        lines.add(count(topology.packages().size(), "package") + ", "
                + count(topology.dies().size(), "die") + ", "
                + count(topology.cores().size(), "core") + ", "
                + count(topology.online().size(), "processor") + " (" + topology.online() + ")"
                + (topology.offline().isEmpty() ? "" : ", offline: " + topology.offline()));
        if (topology.isHybrid()) {
            for (CoreKind kind : CoreKind.values()) {
                List<Core> cores = topology.cores().stream()
                        .filter(core -> core.kind() == kind)
                        .toList();
                if (!cores.isEmpty()) {
                    lines.add(kind.text() + " cores: " + cores.size() + ", processors "
                            + cores.stream()
                                    .map(Core::processors)
                                    .reduce((one, other) -> one.or(other))
                                    .orElseThrow());
                }
            }
        }
        Map<String, List<Cache>> caches = topology.caches().stream()
                .collect(Collectors.groupingBy(Cache::name, LinkedHashMap::new, Collectors.toList()));
        caches.forEach((name, of) -> lines.add(name + ": " + of.size() + " of "
                + of.stream()
                        .map(cache -> cache.bytes().isPresent()
                                ? Bytes.text(cache.bytes().getAsLong())
                                : "unknown size")
                        .distinct()
                        .collect(Collectors.joining(" or "))
                + ", shared by "
                + of.stream().map(cache -> cache.processors().toString()).collect(Collectors.joining(" | "))));
        topology.nodes().forEach(node -> lines.add(node(node)));
        String quota = topology.allowance().quota().isPresent()
                ? String.format(
                        Locale.ROOT,
                        "%.2f processors",
                        topology.allowance().quota().getAsDouble())
                : "none";
        lines.add("allowed: processors " + topology.allowance().processors() + ", memory of nodes "
                + topology.allowance().nodes() + ", quota " + quota);
        topology.allowance().limits().forEach(limit -> lines.add("limit: " + limit));
        topology.notes().forEach(note -> lines.add("note: " + note));
        return String.join("\n", lines) + "\n";
    }

    static String node(NumaNode node) {
        return "node " + node.id() + ": "
                + (node.processors().isEmpty() ? "no processors" : "processors " + node.processors()) + ", "
                + memory(node)
                + (node.distances().isEmpty() ? "" : ", distances " + node.distances());
    }

    static String memory(NumaNode node) {
        if (node.memoryBytes().isEmpty()) {
            return "memory unknown";
        }
        long bytes = node.memoryBytes().getAsLong();
        return (bytes == 0 ? "no memory" : Bytes.text(bytes))
                + (bytes == 0 || node.freeBytes().isEmpty()
                        ? ""
                        : " (" + Bytes.text(node.freeBytes().getAsLong()) + " free)");
    }

    static String count(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
