package io.soabench.engine.server.group;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.runtime.journal.record.RecordedEvent.Deployed;
import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.server.replica.ReplicaPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The first line of the standard input of a replica that is a process. It holds values that its command line cannot
 * hold, or must not, since other users can read it. Immutable.
 *
 * @param plan the place of the replica
 * @param secret the secret that other replicas send to this one; each process has another one
 * @param adminToken the token of its admin interface
 * @param lastId the number after which its instances are numbered
 * @param versions the stored versions of processes, in the order of their deployment; none if it is not durable
 */
public record ReplicaSetup(
        ReplicaPlan plan, String secret, String adminToken, long lastId, List<StoredVersion> versions) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Copies the list. */
    public ReplicaSetup {
        versions = List.copyOf(versions);
    }

    /** Returns the setup as one line. */
    public String line() {
        ObjectNode root = JSON.createObjectNode()
                .put("id", plan.id())
                .put("of", plan.of())
                .put("processors", plan.processors().toString())
                .put("nodes", plan.nodes().toString())
                .put("secret", secret)
                .put("adminToken", adminToken)
                .put("lastId", lastId);
        ObjectNode pools = root.putObject("pools");
        plan.pools().forEach((role, threads) -> {
            ArrayNode pool = pools.putArray(role);
            threads.forEach(thread -> pool.add(thread.toString()));
        });
        ArrayNode stored = root.putArray("versions");
        versions.forEach(version -> write(version, stored.addObject()));
        return root.toString();
    }

    private static void write(StoredVersion version, ObjectNode node) {
        Deployed deployment = version.deployment();
        node.put("version", deployment.version())
                .put("name", deployment.name())
                .put("replaces", deployment.replaces())
                .put("sha256", deployment.sha256())
                .put("fingerprint", deployment.fingerprint())
                .put("undeployed", version.undeployed());
        ObjectNode settings = node.putObject("settings");
        deployment.settings().forEach(settings::put);
    }

    private static StoredVersion version(JsonNode node) {
        TreeMap<String, String> settings = new TreeMap<>();
        node.path("settings")
                .properties()
                .forEach(setting ->
                        settings.put(setting.getKey(), setting.getValue().textValue()));
        return new StoredVersion(
                new Deployed(
                        node.required("version").longValue(),
                        node.required("name").textValue(),
                        node.required("replaces").longValue(),
                        node.required("sha256").textValue(),
                        node.required("fingerprint").longValue(),
                        settings),
                node.required("undeployed").booleanValue());
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if the line has another form
     */
    public static ReplicaSetup read(String line) {
        JsonNode root;
        try {
            root = JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("this is no set-up of a replica: " + e.getOriginalMessage(), e);
        }
        Map<String, List<IdSet>> pools = new TreeMap<>();
        root.path("pools").properties().forEach(pool -> {
            List<IdSet> threads = new ArrayList<>();
            pool.getValue().forEach(thread -> threads.add(IdSet.parse(thread.textValue())));
            pools.put(pool.getKey(), threads);
        });
        List<StoredVersion> versions = new ArrayList<>();
        root.path("versions").forEach(one -> versions.add(version(one)));
        return new ReplicaSetup(
                new ReplicaPlan(
                        root.required("id").intValue(),
                        root.required("of").intValue(),
                        IdSet.parse(root.required("processors").textValue()),
                        IdSet.parse(root.required("nodes").textValue()),
                        pools),
                root.required("secret").textValue(),
                root.required("adminToken").textValue(),
                root.required("lastId").longValue(),
                versions);
    }
}
