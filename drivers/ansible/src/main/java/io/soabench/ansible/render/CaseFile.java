package io.soabench.ansible.render;

import io.soabench.agent.protocol.HostPart;
import io.soabench.agent.stage.CaseParts;
import io.soabench.driver.PhaseTransitions;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plugin.Lifecycle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The variables of one case for runs by hand: the part of each host, and the deadlines. */
final class CaseFile {

    private final Plan plan;
    private final CasePlan testCase;
    private final CaseParts parts;
    private final List<Lifecycle> lifecycles;

    /** Creates the variables from the lifecycles of the case's servers. */
    CaseFile(Plan plan, CasePlan testCase, CaseParts parts, List<Lifecycle> lifecycles) {
        this.plan = plan;
        this.testCase = testCase;
        this.parts = parts;
        this.lifecycles = lifecycles;
    }

    Map<String, Object> variables() {
        Map<String, HostPart> known = new LinkedHashMap<>();
        CaseParts.hosts(plan, testCase).forEach(host -> known.put(host, parts.of(Set.of(host))));
        Map<String, Object> hostParts = new LinkedHashMap<>();
        known.forEach((host, part) -> hostParts.put(host, Json.parse(Json.line(part), Map.class)));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("soabench_hosts", List.copyOf(known.keySet()));
        all.put("soabench_deployed_from", deployedFrom(known));
        all.put("soabench_deadlines", deadlines());
        all.put("soabench_parts", hostParts);
        return all;
    }

    /** Returns the host that sees when the process answers: that of the server under test, or one that calls a black box. */
    private String deployedFrom(Map<String, HostPart> known) {
        return known.entrySet().stream()
                .filter(host -> host.getValue().servers().stream()
                        .anyMatch(server -> !server.deployments().isEmpty()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(() -> testCase.clients().get(0).host());
    }

    /** Returns the deadline of each phase in milliseconds, by the name of the phase. */
    private Map<String, Object> deadlines() {
        Map<String, Object> deadlines = new LinkedHashMap<>();
        PhaseTransitions.rows()
                .forEach(row -> deadlines.put(
                        row.phase().label().replace(' ', '_'),
                        PhaseTransitions.deadline(row.phase(), testCase, lifecycles)
                                .toMillis()));
        deadlines.put("clients", PhaseTransitions.FIXED_MS);
        deadlines.put(
                "load",
                testCase.schedule().warmUpMs()
                        + testCase.schedule().measureMs()
                        + testCase.schedule().drainMs()
                        + PhaseTransitions.SLACK_MS);
        return deadlines;
    }
}
