package io.soabench.engine.overseer.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.overseer.topology.Allowance;
import io.soabench.engine.overseer.topology.Cache;
import io.soabench.engine.overseer.topology.Core;
import io.soabench.engine.overseer.topology.CpuPackage;
import io.soabench.engine.overseer.topology.Die;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.NumaNode;
import io.soabench.engine.overseer.topology.Topology;

/**
 * A topology as JSON; its members are listed in the module's README. A fact that the kernel does not report is left
 * out, and never a zero.
 */
final class TopologyJson {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private TopologyJson() {}

    static ObjectNode of(Topology topology) {
        ObjectNode json = JSON.objectNode();
        json.set("online", ids(topology.online()));
        json.set("offline", ids(topology.offline()));
        json.put("threadsPerCore", topology.threadsPerCore());
        json.put("hybrid", topology.isHybrid());
        ArrayNode packages = json.putArray("packages");
        for (CpuPackage one : topology.packages()) {
            ObjectNode node = packages.addObject().put("id", one.id());
            kernelId(node, one.kernelId());
            node.set("processors", ids(one.processors()));
        }
        ArrayNode dies = json.putArray("dies");
        for (Die die : topology.dies()) {
            ObjectNode node = dies.addObject().put("id", die.id());
            kernelId(node, die.kernelId());
            node.put("package", die.cpuPackage()).set("processors", ids(die.processors()));
        }
        ArrayNode cores = json.putArray("cores");
        topology.cores().forEach(core -> cores.add(core(core)));
        ArrayNode processors = json.putArray("processors");
        for (int processor : topology.online()) {
            Core core = topology.core(processor);
            processors
                    .addObject()
                    .put("id", processor)
                    .put("core", core.id())
                    .put("thread", core.processors().toList().indexOf(processor))
                    .put("die", core.die())
                    .put("package", core.cpuPackage())
                    .put("node", core.node())
                    .put("allowed", topology.allowance().processors().contains(processor));
        }
        ArrayNode caches = json.putArray("caches");
        topology.caches().forEach(cache -> caches.add(cache(cache)));
        ArrayNode nodes = json.putArray("nodes");
        topology.nodes().forEach(node -> nodes.add(node(node)));
        json.set("allowed", allowance(topology.allowance()));
        ArrayNode notes = json.putArray("notes");
        topology.notes().forEach(notes::add);
        return json;
    }

    private static void kernelId(ObjectNode node, int id) {
        if (id >= 0) {
            node.put("kernelId", id);
        }
    }

    private static ObjectNode core(Core core) {
        ObjectNode node = JSON.objectNode().put("id", core.id());
        kernelId(node, core.kernelId());
        node.put("die", core.die());
        node.put("package", core.cpuPackage());
        node.put("node", core.node());
        node.put("kind", core.kind().text());
        core.capacity().ifPresent(capacity -> node.put("capacity", capacity));
        node.set("processors", ids(core.processors()));
        return node;
    }

    private static ObjectNode cache(Cache cache) {
        ObjectNode node = JSON.objectNode().put("name", cache.name());
        node.put("id", cache.id());
        node.put("level", cache.level());
        node.put("type", cache.type().text());
        cache.bytes().ifPresent(bytes -> node.put("bytes", bytes));
        cache.lineBytes().ifPresent(bytes -> node.put("lineBytes", bytes));
        node.set("processors", ids(cache.processors()));
        return node;
    }

    private static ObjectNode node(NumaNode numa) {
        ObjectNode node = JSON.objectNode().put("id", numa.id());
        node.set("processors", ids(numa.processors()));
        numa.memoryBytes().ifPresent(bytes -> node.put("memoryBytes", bytes));
        numa.freeBytes().ifPresent(bytes -> node.put("freeBytes", bytes));
        ObjectNode distances = node.putObject("distances");
        numa.distances().forEach((other, distance) -> distances.put(other.toString(), distance));
        return node;
    }

    private static ObjectNode allowance(Allowance allowance) {
        ObjectNode node = JSON.objectNode();
        node.set("processors", ids(allowance.processors()));
        node.set("nodes", ids(allowance.nodes()));
        allowance.quota().ifPresent(quota -> node.put("quota", quota));
        node.put("parallelism", allowance.parallelism());
        ArrayNode limits = node.putArray("limits");
        allowance.limits().forEach(limits::add);
        return node;
    }

    static ArrayNode ids(IdSet ids) {
        ArrayNode array = JSON.arrayNode();
        ids.stream().forEach(array::add);
        return array;
    }
}
