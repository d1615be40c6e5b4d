package io.soabench.ansible;

import io.soabench.agent.protocol.Processors;
import io.soabench.driver.run.Hosts;
import io.soabench.plan.EnvironmentRecord.Fingerprint;
import io.soabench.plan.EnvironmentRecord.HostRecord;
import io.soabench.plan.EnvironmentRecord.ProcessorRecord;
import io.soabench.plan.EnvironmentRecord.SystemRecord;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plugin.HostProgram;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The facts that hosts reported when they were prepared. Before that nothing is known, and the playbook checks it. */
final class RemoteHosts implements Hosts {

    private static final Processors UNKNOWN = new Processors(-1, -1, -1, -1);

    private final Map<String, Processors> machines = new LinkedHashMap<>();
    private final Plan plan;
    private final Map<String, Map<?, ?>> facts = new LinkedHashMap<>();
    private final Map<String, Map<?, ?>> clocks = new LinkedHashMap<>();
    private Map<String, Fingerprint> fingerprints = Map.of();

    RemoteHosts(Plan plan) {
        this.plan = plan;
    }

    /** Takes the facts of a host from the playbook {@code prepare}. */
    void add(String host, Object hostFacts, Object clock) {
        facts.put(host, hostFacts instanceof Map<?, ?> map ? map : Map.of());
        clocks.put(host, clock instanceof Map<?, ?> map ? map : Map.of());
    }

    /** Takes the processors of a host from its agent. */
    void add(String host, Processors processors) {
        machines.put(host, processors);
    }

    /** Takes the hosts' fingerprints at the start of the run. */
    void seen(Map<String, Fingerprint> atBegin) {
        fingerprints = Map.copyOf(atBegin);
    }

    @Override
    public List<String> problems() {
        return List.of();
    }

    @Override
    public List<String> problems(HostPlan host) {
        return List.of();
    }

    @Override
    public Optional<String> taken(HostPlan host, int port) {
        return Optional.empty();
    }

    @Override
    public boolean lacks(HostPlan host, HostProgram program) {
        return false;
    }

    @Override
    public long memoryBytes() {
        return -1;
    }

    @Override
    public long openFiles() {
        return -1;
    }

    @Override
    public List<HostRecord> records() {
        return plan.hosts().stream()
                .filter(host -> facts.containsKey(host.name()))
                .map(this::record)
                .toList();
    }

    private HostRecord record(HostPlan host) {
        Map<?, ?> fact = facts.get(host.name());
        Fingerprint seen = fingerprints.get(host.name());
        Processors machine = machines.getOrDefault(host.name(), UNKNOWN);
        return new HostRecord(
                host.name(),
                host.address(),
                new ProcessorRecord(
                        text(fact, "cpu_model"),
                        (int) number(fact, "cpus"),
                        machine.cores(),
                        machine.packages(),
                        machine.numaNodes(),
                        seen == null ? "" : seen.governor(),
                        Boolean.TRUE.equals(fact.get("hypervisor"))),
                new SystemRecord(text(fact, "os"), text(fact, "kernel"), text(fact, "architecture")),
                text(fact, "java"),
                number(fact, "memory_bytes"),
                machine.openFiles(),
                host.local() ? 0 : number(clocks.get(host.name()), "offset_ns"),
                seen);
    }

    private static String text(Map<?, ?> facts, String name) {
        return facts.get(name) instanceof String text ? text : "";
    }

    private static long number(Map<?, ?> facts, String name) {
        return facts.get(name) instanceof Number number ? number.longValue() : -1;
    }
}
