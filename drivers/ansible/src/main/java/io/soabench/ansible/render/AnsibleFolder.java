package io.soabench.ansible.render;

import io.soabench.agent.daemon.Agent;
import io.soabench.agent.stage.CaseParts;
import io.soabench.driver.Driver;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.DriverSettings;
import io.soabench.driver.run.FolderOperations;
import io.soabench.driver.run.RunAuthority;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.Lifecycle;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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

    /** The key of the agent's class path in the folder. */
    private static final String AGENT = "host/agent";

    /** Options of the agent's virtual machine: a fast start and little memory. */
    private static final List<String> AGENT_OPTIONS =
            List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private static final String COMMENT = "Rendered from the testbed \"%s\"; change the model, not this file.";

    private final Plan plan;
    private final Path compiled;
    private final Map<String, ServerType> types;
    private final Options options;
    private final SharedJars sharedJars = new SharedJars();
    private final Map<String, List<String>> jars = new TreeMap<>();
    private final Map<String, HostLayout> layouts = new LinkedHashMap<>();
    private final Map<String, Map<String, Integer>> ports;
    private final List<ServerPlan> servers;
    private final List<CasePlan> cases;

    /**
     * The choices of the user.
     *
     * @param ports given where the model leaves the choice
     * @param settings limits of servers and load clients on a host
     */
    public record Options(PortRange ports, DriverSettings settings) {

        /** The standard ports and settings. */
        public static final Options STANDARD = new Options(PortRange.STANDARD, DriverSettings.STANDARD);
    }

    /**
     * Computes the place of everything; reads programs and writes nothing.
     *
     * @param request the plan and its programs; cases with a server type without a program are left out
     * @throws RunRefused with one sentence for each problem
     */
    public AnsibleFolder(Driver.Request request, Options options) {
        this.plan = request.plan();
        this.compiled = request.compiled();
        this.types = request.types();
        this.options = options;
        Map<String, List<Path>> programs = programs(request);
        plan.hosts().forEach(host -> layouts.put(host.name(), HostLayout.of(plan, host, jars)));
        List<String> problems = problems(request, programs);
        if (!problems.isEmpty()) {
            throw new RunRefused(problems);
        }
        try {
            for (Map.Entry<String, List<Path>> program : programs.entrySet()) {
                jars.put(program.getKey(), sharedJars.add(program.getValue()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a program cannot be read: " + e.getMessage(), e);
        }
        ports = options.ports().assign(plan.servers(), listeners());
        servers = plan.servers().stream()
                .filter(server -> !request.unobtainable().containsKey(server.type()))
                .toList();
        Set<String> obtainable = servers.stream().map(ServerPlan::name).collect(Collectors.toSet());
        cases = plan.cases().stream()
                .filter(of -> obtainable.containsAll(of.servers()))
                .toList();
    }

    /** Returns the load clients that are called back in some case; no two cases run on a host at the same time. */
    private Set<String> listeners() {
        Set<String> listeners = new LinkedHashSet<>();
        plan.cases()
                .forEach(of -> listeners.addAll(CaseParts.calledBack(plan, of).values()));
        return listeners;
    }

    /** Returns all problems of hosts, programs and cases, one sentence each. */
    private List<String> problems(Driver.Request request, Map<String, List<Path>> programs) {
        List<String> problems = new ArrayList<>(Inventory.problems(plan.hosts()));
        problems.addAll(HostLayout.problems(plan.hosts(), layouts));
        programs.forEach((name, classPath) -> {
            if (classPath == null) {
                problems.add("the class path of " + name + " is not known; resolve it before the testbed is rendered");
            }
        });
        for (ServerPlan server : plan.servers()) {
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
        programs.put(HostLayout.LOAD_CLIENT, request.classPaths().get(Driver.LOAD_CLIENT));
        programs.put(AGENT, request.classPaths().get(Driver.AGENT));
        Set<String> used = new HashSet<>();
        request.plan().servers().forEach(server -> used.add(server.type()));
        used.removeAll(request.unobtainable().keySet());
        for (String name : used) {
            ServerType type = request.types().get(name);
            for (ServerType.Program program : type == null ? List.<ServerType.Program>of() : type.programs()) {
                programs.put(
                        HostLayout.program(type, program.name()),
                        request.classPaths().get(program.key()));
            }
        }
        return programs;
    }

    /**
     * Returns the parts of a case that its hosts need in a repetition.
     *
     * @param token of the run
     * @param instance identifier of the repetition within the run
     * @param authority of the run
     * @throws IllegalArgumentException when the case is left out
     */
    public CaseParts parts(Execution execution, String token, String instance, RunAuthority authority) {
        return parts(execution, token, instance, authority, options.settings());
    }

    private CaseParts parts(
            Execution execution, String token, String instance, RunAuthority authority, DriverSettings settings) {
        String caseId = execution.caseId();
        if (cases.stream().noneMatch(of -> of.id().equals(caseId))) {
            throw new IllegalArgumentException("the case \"" + caseId + "\" is not rendered");
        }
        return new CaseParts(new CaseParts.Ingredients(
                plan,
                plan.caseOf(caseId),
                execution.repetition(),
                types,
                layouts,
                ports,
                settings,
                token,
                instance,
                authority));
    }

    /** Returns the testbed's directory on a host, absolute. */
    public String directory(String host) {
        return layouts.get(host).directory();
    }

    /** Returns the folder of a repetition on a host, absolute. */
    public String root(String host) {
        return layouts.get(host).root();
    }

    /**
     * Writes the folder.
     *
     * @param folder is emptied before, and made when it is missing
     */
    public void write(Path folder) {
        try {
            FolderOperations.remove(folder);
            Files.createDirectories(folder);
            StaticFiles.copy(folder);
            sharedJars.write(folder);
            text(folder.resolve(HostLayout.PLAN), Json.text(plan));
            write(folder.resolve("inventory.yml"), new Inventory(plan, layouts, ports, types).all());
            write(folder.resolve("group_vars/testbed.yml"), Map.of("soabench_agent", agent()));
            // A repetition that is recorded counts for nothing, and a run by hand is to count.
            DriverSettings settings = options.settings().withRecordings(Map.of());
            for (CasePlan testCase : cases) {
                CaseParts parts = parts(new Execution(testCase.id(), 1), "by-hand", "1", RunAuthority.NONE, settings);
                write(
                        folder.resolve("cases").resolve(testCase.id() + ".yml"),
                        new CaseFile(plan, testCase, parts, lifecycles(testCase)).variables());
            }
            for (HostPlan host : plan.hosts()) {
                text(
                        folder.resolve("shipment").resolve(host.name() + ".sha256"),
                        manifest(host).text());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + folder + ": " + e.getMessage(), e);
        }
    }

    private Map<String, Object> agent() {
        Map<String, Object> agent = new LinkedHashMap<>();
        agent.put("program", Agent.class.getName());
        agent.put("arguments", AGENT_OPTIONS);
        agent.put("class_path", jars.get(AGENT));
        return agent;
    }

    private List<Lifecycle> lifecycles(CasePlan testCase) {
        return testCase.servers().stream()
                .map(server -> types.get(plan.serverOf(server).type()).lifecycle())
                .map(life -> life.withStartFactor(options.settings().startFactor()))
                .toList();
    }

    private FileManifest manifest(HostPlan host) throws IOException {
        FileManifest manifest = new FileManifest(plan, compiled);
        manifest.addJars(jars.get(AGENT), sharedJars);
        for (ServerPlan server : servers) {
            if (server.host().equals(host.name())) {
                manifest.addServer(server.name());
                ServerType type = types.get(server.type());
                for (ServerType.Program program : type.programs()) {
                    manifest.addJars(jars.get(HostLayout.program(type, program.name())), sharedJars);
                }
            }
        }
        for (CasePlan testCase : cases) {
            for (ClientPlan client : testCase.clients()) {
                if (client.host().equals(host.name())) {
                    manifest.addPlan(Json.text(plan));
                    manifest.addClient(testCase, client);
                    manifest.addJars(jars.get(HostLayout.LOAD_CLIENT), sharedJars);
                }
            }
        }
        return manifest;
    }

    private void write(Path file, Map<String, Object> content) throws IOException {
        text(file, Yaml.text(COMMENT.formatted(plan.origin().testbed()), content));
    }

    private static void text(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }
}
