package io.soabench.ansible.render;

import io.soabench.driver.Driver;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.Folders;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The folder {@code compiled/ansible/}: a testbed that {@code ansible-playbook} runs. Equal plans, compiled files and programs
 * give equal bytes. Nothing of the controller gets into it; what a host needs is shipped from it by checksum.
 *
 * <p>Does not change once it is written; may be used by many threads then.
 */
public final class AnsibleFolder {

    /** Its name within a compiled testbed. */
    public static final String NAME = "ansible";

    /** By what the agent's class path is known in the folder. */
    private static final String AGENT = "host/agent";

    private static final String AGENT_PROGRAM = "io.soabench.agent.Agent";

    /** It is to be there soon and to take little of the host: it observes once a second. */
    private static final String AGENT_OPTIONS = "-Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto";

    private static final String COMMENT = "Rendered from the testbed \"%s\"; change the model, not this file.";

    private final Plan plan;
    private final Path compiled;
    private final Map<String, List<Path>> programs;
    private final Map<String, Object> jars = new TreeMap<>();
    private final Map<String, HostLayout> layouts = new LinkedHashMap<>();
    private final Map<String, Map<String, Integer>> ports;
    private final Map<String, PlacedServer> servers = new LinkedHashMap<>();
    private final Map<String, CaseVariables> cases = new LinkedHashMap<>();

    /**
     * What can be chosen.
     *
     * @param ports given where the model leaves the choice
     * @param loadHeapMiB largest Java heap of a load client
     */
    public record Options(PortRange ports, int loadHeapMiB) {

        /** The standard ports, 512 MiB a load client. */
        public static final Options STANDARD = new Options(PortRange.STANDARD, 512);
    }

    /**
     * Works out where everything goes; writes nothing.
     *
     * @param request what is to be run; the cases of server types that cannot be had are left out
     * @throws RunRefused with one sentence for each problem
     */
    public AnsibleFolder(Driver.Request request, Options options) {
        this.plan = request.plan();
        this.compiled = request.compiled();
        this.programs = programs(request);
        plan.hosts().forEach(host -> layouts.put(host.name(), HostLayout.of(plan, host)));
        List<String> problems = problems(request);
        if (!problems.isEmpty()) {
            throw new RunRefused(problems);
        }
        ports = options.ports().assign(plan.servers());
        for (Plan.ServerPlan server : plan.servers()) {
            if (!request.unobtainable().containsKey(server.type())) {
                servers.put(server.name(), place(server, request.types().get(server.type())));
            }
        }
        for (Plan.CasePlan of : plan.cases()) {
            if (servers.keySet().containsAll(of.servers())) {
                cases.put(of.id(), new CaseVariables(plan, of, servers, layouts, options.loadHeapMiB()));
            }
        }
    }

    /** Everything that is wrong, one sentence each. */
    private List<String> problems(Driver.Request request) {
        List<String> problems = new ArrayList<>(Inventory.problems(plan.hosts()));
        problems.addAll(HostLayout.problems(plan.hosts(), layouts));
        programs.forEach((name, classPath) -> {
            if (classPath == null) {
                problems.add("the class path of " + name + " is not known; resolve it before the testbed is rendered");
            }
        });
        for (Plan.ServerPlan server : plan.servers()) {
            ServerType type = request.types().get(server.type());
            if (type != null) {
                problems.addAll(Placeholders.missing(
                        type,
                        server.name(),
                        server.parameters().keySet(),
                        server.ports().keySet()));
            } else if (!request.unobtainable().containsKey(server.type())) {
                problems.add("server \"" + server.name() + "\" has the type \"" + server.type()
                        + "\", which is not installed; add its plug-in");
            }
        }
        return problems;
    }

    private static Map<String, List<Path>> programs(Driver.Request request) {
        Map<String, List<Path>> programs = new TreeMap<>();
        programs.put(CaseVariables.LOAD_CLIENT, request.classPaths().get(Driver.LOAD_CLIENT));
        List<Path> agent = request.classPaths().getOrDefault(Driver.AGENT, List.of());
        if (!agent.isEmpty()) {
            programs.put(AGENT, agent);
        }
        Set<String> used = new HashSet<>();
        request.plan().servers().forEach(server -> used.add(server.type()));
        used.removeAll(request.unobtainable().keySet());
        for (String name : used) {
            ServerType type = request.types().get(name);
            for (ServerType.Program program : type == null ? List.<ServerType.Program>of() : type.programs()) {
                programs.put(
                        PlacedServer.program(type, program.name()),
                        request.classPaths().get(program.coordinates()));
            }
        }
        return programs;
    }

    private PlacedServer place(Plan.ServerPlan server, ServerType type) {
        List<String> instances = plan.services().stream()
                .filter(service -> service.server().equals(server.name()))
                .flatMap(service -> service.instances().stream())
                .map(Plan.ServiceInstance::path)
                .toList();
        return new PlacedServer(
                server,
                plan.hostOf(server.host()),
                type,
                layouts.get(server.host()),
                ports.get(server.name()),
                instances);
    }

    /** Address that the clients of a case call. */
    public String endpoint(String caseId) {
        return variables(caseId).endpoint();
    }

    /** A text of the plan about a case, the placeholders of its servers replaced. */
    public String filled(String caseId, String text) {
        return variables(caseId).fillServers(text);
    }

    /** The hosts of a case's servers and clients. */
    public List<String> hosts(String caseId) {
        return variables(caseId).hosts();
    }

    /**
     * An action of an event of the model on a server, every placeholder replaced.
     *
     * @param values of placeholders beside those of the server's lifecycle
     */
    public HttpAction filled(String server, HttpAction action, Map<String, String> values) {
        return servers.get(server).fill(action, values);
    }

    /** The steps that publish a service instance in a registry, every placeholder replaced. */
    public List<HttpAction> publication(String registry, Plan.ServicePlan service, Plan.ServiceInstance instance) {
        return servers.get(registry).publish(servers.get(service.server()).publication(service, instance));
    }

    /** The testbed's directory on a host, absolute. */
    public String directory(String host) {
        return layouts.get(host).directory();
    }

    /**
     * What starts the agent of a host, for a POSIX shell; nothing when its class path is not known. The folder must have been
     * {@link #write written}.
     */
    public Optional<String> agent(Plan.HostPlan host) {
        if (!jars.containsKey(AGENT)) {
            return Optional.empty();
        }
        String directory = directory(host.name());
        String classPath =
                of(jars, AGENT).stream().map(jar -> directory + "/" + jar).collect(Collectors.joining(":"));
        return Optional.of("exec '" + PlacedServer.java(host) + "' " + AGENT_OPTIONS + " -cp '" + classPath + "' "
                + AGENT_PROGRAM + " '" + directory + "' 2>&1");
    }

    private CaseVariables variables(String caseId) {
        CaseVariables variables = cases.get(caseId);
        if (variables == null) {
            throw new IllegalArgumentException("the case \"" + caseId + "\" is not rendered");
        }
        return variables;
    }

    /**
     * Writes the folder.
     *
     * @param folder is emptied before, and made when it is missing
     */
    public void write(Path folder) {
        try {
            Folders.remove(folder);
            Files.createDirectories(folder);
            StaticFiles.copy(folder);
            Library library = new Library();
            jars.clear();
            for (Map.Entry<String, List<Path>> program : programs.entrySet()) {
                jars.put(program.getKey(), library.add(program.getValue()));
            }
            library.write(folder);
            text(folder.resolve(HostLayout.PLAN), Json.text(plan));
            write(folder.resolve("inventory.yml"), new Inventory(plan, layouts, ports).all());
            write(folder.resolve("group_vars/testbed.yml"), Map.of("soabench_programs", jars));
            for (Map.Entry<String, CaseVariables> of : cases.entrySet()) {
                write(
                        folder.resolve("cases").resolve(of.getKey() + ".yml"),
                        of.getValue().all());
            }
            for (Plan.HostPlan host : plan.hosts()) {
                text(
                        folder.resolve("shipment").resolve(host.name() + ".sha256"),
                        shipment(host, library).text());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + folder + ": " + e.getMessage(), e);
        }
    }

    private Shipment shipment(Plan.HostPlan host, Library library) throws IOException {
        Shipment shipment = new Shipment(plan, compiled);
        if (jars.containsKey(AGENT)) {
            shipment.addJars(of(jars, AGENT), library);
        }
        for (PlacedServer server : servers.values()) {
            if (server.host().name().equals(host.name())) {
                shipment.addServer(server);
                for (ServerType.Program program : server.type().programs()) {
                    shipment.addJars(of(jars, PlacedServer.program(server.type(), program.name())), library);
                }
            }
        }
        for (String id : cases.keySet()) {
            Plan.CasePlan of = plan.caseOf(id);
            for (Plan.ClientPlan client : of.clients()) {
                if (client.host().equals(host.name())) {
                    shipment.addPlan(Json.text(plan));
                    shipment.addClient(of, client);
                    shipment.addJars(of(jars, CaseVariables.LOAD_CLIENT), library);
                }
            }
        }
        return shipment;
    }

    private static List<String> of(Map<String, Object> jars, String program) {
        return ((List<?>) jars.get(program)).stream().map(String.class::cast).toList();
    }

    private void write(Path file, Map<String, Object> content) throws IOException {
        text(file, Yaml.text(COMMENT.formatted(plan.origin().testbed()), content));
    }

    private static void text(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }
}
