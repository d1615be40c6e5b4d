package io.soabench.ansible.render;

import io.soabench.driver.Course;
import io.soabench.driver.Phase;
import io.soabench.driver.run.Yielding;
import io.soabench.plan.Plan;
import io.soabench.plan.Plan.ProcessPlan;
import io.soabench.plan.RunFiles;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.Placeholders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The variables of one case: everything that the roles must know of it. */
final class CaseVariables {

    /** By what the load client's class path is known in the folder. */
    static final String LOAD_CLIENT = "load/client";

    private static final long LOAD_GRACE_MS = 10_000;

    /** What the controller may take between two phases, all together, until hosts end everything by themselves. */
    private static final Duration BETWEEN_PHASES = Duration.ofMinutes(10);

    private final Plan plan;
    private final Plan.CasePlan of;
    private final ProcessPlan process;
    private final Map<String, PlacedServer> servers = new LinkedHashMap<>();
    private final Map<String, HostLayout> layouts;
    private final int loadHeapMiB;

    CaseVariables(
            Plan plan,
            Plan.CasePlan of,
            Map<String, PlacedServer> all,
            Map<String, HostLayout> layouts,
            int loadHeapMiB) {
        this.plan = plan;
        this.of = of;
        this.process = plan.processOf(of.process());
        this.layouts = layouts;
        this.loadHeapMiB = loadHeapMiB;
        of.servers().forEach(name -> servers.put(name, all.get(name)));
    }

    Map<String, Object> all() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("soabench_hosts", hosts());
        all.put("soabench_process", process.name());
        all.put("soabench_tested", isBlackBox() ? "" : of.server());
        all.put("soabench_endpoint", endpoint());
        all.put("soabench_addresses", addresses());
        all.put("soabench_deadlines", deadlines());
        all.put("soabench_servers", servers.values().stream().map(this::server).toList());
        all.put("soabench_clients", of.clients().stream().map(this::client).toList());
        all.put("soabench_checks", checks());
        return all;
    }

    /** The hosts of servers and clients, each once. */
    List<String> hosts() {
        Set<String> hosts = new LinkedHashSet<>();
        servers.values().forEach(server -> hosts.add(server.host().name()));
        of.clients().forEach(client -> hosts.add(client.host()));
        return List.copyOf(hosts);
    }

    /** Address that the clients call. */
    String endpoint() {
        if (isBlackBox()) {
            return fillServers(process.endpoint());
        }
        PlacedServer tested = servers.get(of.server());
        return tested.fill(tested.lifecycle().endpoint(), process.name());
    }

    String fillServers(String text) {
        return Placeholders.servers(
                text,
                name -> servers.containsKey(name) ? servers.get(name).host().address() : null,
                port -> {
                    int dot = port.lastIndexOf('.');
                    PlacedServer server = servers.get(port.substring(0, dot));
                    return server == null ? null : server.ports().get(port.substring(dot + 1));
                });
    }

    private boolean isBlackBox() {
        return process.kind() == ProcessPlan.Visibility.BLACK_BOX;
    }

    /** What the placeholders in mocks and packages mean. */
    private Map<String, Object> addresses() {
        Map<String, Object> addresses = new TreeMap<>();
        servers.forEach((name, server) -> {
            addresses.put("server." + name + ".address", server.host().address());
            server.ports().forEach((port, number) -> addresses.put("server." + name + ".port." + port, number));
        });
        return addresses;
    }

    // ---- how long things may last, in seconds

    private Map<String, Object> deadlines() {
        List<Lifecycle> lifecycles =
                servers.values().stream().map(PlacedServer::lifecycle).toList();
        Map<String, Object> deadlines = new LinkedHashMap<>();
        Duration all = BETWEEN_PHASES;
        for (Course.Row row : Course.rows()) {
            Duration deadline = Course.deadline(row.phase(), of, lifecycles);
            all = all.plus(deadline);
            if (List.of(Phase.READY, Phase.DEPLOY, Phase.DEPLOYED, Phase.COLLECT, Phase.UNDEPLOY)
                    .contains(row.phase())) {
                deadlines.put(row.phase().label(), seconds(deadline.toMillis()));
            }
        }
        deadlines.put("clients", seconds(Course.FIXED_MS));
        deadlines.put(
                "load",
                seconds(of.schedule().warmUpMs()
                        + of.schedule().measureMs()
                        + of.schedule().drainMs()
                        + Course.SLACK_MS));
        deadlines.put("settle", seconds(of.schedule().drainMs()));
        deadlines.put("lease", seconds(all.toMillis()));
        return deadlines;
    }

    private static long seconds(long ms) {
        return (ms + 999) / 1000;
    }

    // ---- servers

    private Map<String, Object> server(PlacedServer server) {
        Lifecycle life = server.lifecycle();
        Map<String, Object> variables = new LinkedHashMap<>();
        variables.put("name", server.name());
        variables.put("type", server.type().name());
        variables.put("host", server.host().name());
        variables.put("address", server.host().address());
        variables.put("ports", server.ports());
        variables.put("work", server.work());
        Map<String, Object> files = new TreeMap<>();
        life.files().forEach((path, text) -> files.put(path, server.fill(text, "")));
        variables.put("files", files);
        variables.put("copies", copies(server));
        variables.put("command", command(server).stream().map(this::fillServers).toList());
        Map<String, Object> environment = new TreeMap<>(server.host().environment());
        life.start().environment().forEach((key, value) -> environment.put(key, server.fill(value, "")));
        variables.put("environment", environment);
        variables.put("ready", probe(server, life.ready()));
        variables.put("publish", publications(server));
        variables.put("deploy", actions(server, life.deploy()));
        variables.put("deployed", probe(server, life.deployed()));
        variables.put("undeploy", actions(server, life.undeploy()));
        variables.put("statistics", life.statistics() == null ? null : action(server, life.statistics()));
        variables.put("grace_ms", life.stop().graceMs());
        variables.put(
                "logs", life.logs().stream().map(log -> server.fill(log, "")).toList());
        return variables;
    }

    /** The system under test lets the others of its host go first, see {@link Yielding}. */
    private List<String> command(PlacedServer server) {
        return server.name().equals(of.server()) ? Yielding.command(server.command()) : server.command();
    }

    /** What a registry learns when all servers are ready: every service instance that one of them serves. */
    private List<Object> publications(PlacedServer registry) {
        List<Object> steps = new ArrayList<>();
        if (registry.lifecycle().registry() == null) {
            return steps;
        }
        for (Plan.ServicePlan service : plan.services()) {
            PlacedServer host = servers.get(service.server());
            if (!of.servers().contains(service.server())) {
                continue;
            }
            for (Plan.ServiceInstance instance : service.instances()) {
                if (of.brings(service, instance)) {
                    continue;
                }
                for (HttpAction action : registry.publish(host.publication(service, instance))) {
                    Map<String, Object> step = new LinkedHashMap<>();
                    step.put("service", instance.path());
                    step.put("action", variables(action));
                    steps.add(step);
                }
            }
        }
        return steps;
    }

    private List<Object> copies(PlacedServer server) {
        List<Object> copies = new ArrayList<>();
        for (String instance : server.instances()) {
            copies.add(copy("compiled/mocks/" + instance, server.layout().services(server.name(), instance)));
        }
        String folder = process.packages().get(server.name());
        if (folder != null && server.name().equals(of.server())) {
            copies.add(copy("compiled/" + folder, server.layout().packageOf(server.name(), process.name())));
        }
        return copies;
    }

    private static Map<String, Object> copy(String from, String to) {
        Map<String, Object> copy = new LinkedHashMap<>();
        copy.put("from", from);
        copy.put("to", to);
        return copy;
    }

    private Map<String, Object> probe(PlacedServer server, Probe probe) {
        if (probe == null) {
            return null;
        }
        Map<String, Object> variables = new LinkedHashMap<>();
        variables.put("url", server.fill(probe.url(), process.name()));
        variables.put("status", probe.status());
        variables.put("timeout_ms", probe.timeoutMs());
        return variables;
    }

    private List<Map<String, Object>> actions(PlacedServer server, List<HttpAction> actions) {
        return actions.stream().map(action -> action(server, action)).toList();
    }

    private Map<String, Object> action(PlacedServer server, HttpAction action) {
        return variables(server.fill(action, process.name()));
    }

    private static Map<String, Object> variables(HttpAction filled) {
        Map<String, Object> variables = new LinkedHashMap<>();
        variables.put("method", filled.method());
        variables.put("url", filled.url());
        variables.put("content_type", filled.contentType() == null ? "" : filled.contentType());
        variables.put("body_file", filled.bodyFile());
        variables.put("expected", filled.expected());
        variables.put("timeout_ms", filled.timeoutMs());
        return variables;
    }

    // ---- clients, checks

    private Map<String, Object> client(Plan.ClientPlan client) {
        Plan.HostPlan host = plan.hostOf(client.host());
        HostLayout layout = layouts.get(client.host());
        String name = RunFiles.loadClient(client.host());
        Map<String, Object> variables = new LinkedHashMap<>();
        variables.put("name", name);
        variables.put("host", client.host());
        variables.put("work", layout.client(name));
        variables.put(
                "command",
                List.of(
                        PlacedServer.java(host),
                        "-Xmx" + loadHeapMiB + "m",
                        "-Djava.io.tmpdir=" + layout.client(name),
                        "-cp",
                        "${classpath:" + LOAD_CLIENT + "}",
                        "io.soabench.load.LoadClient",
                        "--plan",
                        layout.plan(),
                        "--case",
                        of.id(),
                        "--client",
                        client.host(),
                        "--compiled",
                        layout.compiled(""),
                        "--out",
                        layout.out(),
                        "--endpoint",
                        client.endpoint().isEmpty() ? endpoint() : fillServers(client.endpoint())));
        variables.put("environment", new TreeMap<>(host.environment()));
        variables.put("grace_ms", LOAD_GRACE_MS);
        return variables;
    }

    private List<Object> checks() {
        List<Object> checks = new ArrayList<>();
        for (Plan.CheckPlan check : of.checks()) {
            Map<String, Object> variables = new LinkedHashMap<>();
            variables.put("request", check.request());
            variables.put("uiid", Plan.checkUiid(checks.size() + 1));
            variables.put("soap_action", process.soapAction());
            variables.put("element", process.answerElement());
            variables.put("timeout_ms", Course.checkTimeOutMs(of));
            checks.add(variables);
        }
        return checks;
    }
}
