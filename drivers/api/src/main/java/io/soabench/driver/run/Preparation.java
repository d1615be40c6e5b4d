package io.soabench.driver.run;

import io.soabench.driver.Driver;
import io.soabench.driver.Events;
import io.soabench.driver.RunJournal;
import io.soabench.driver.RunRefused;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.RequestHeaders;
import io.soabench.plan.RunFiles;
import io.soabench.plan.SecretFile;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.DatabaseChoice;
import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.HostProgram;
import io.soabench.plugin.NamedDatabase;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ServerType;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The checks of everything that can be known before a start, and the record of the environment. */
public final class Preparation {

    /** Open files that a JVM and its libraries need beside one connection a client on each side. */
    private static final long FILES_BESIDE_CLIENTS = 512;

    private static final int CONNECT_MS = 5_000;

    private final Driver.Request request;
    private final Plan plan;
    private final DriverSettings settings;
    private final Hosts hosts;
    private final Set<String> problems = new LinkedHashSet<>();
    private final Map<String, String> unusable = new TreeMap<>();
    private final Set<String> checkedHosts = new TreeSet<>();
    private final Set<String> blackBoxes = new TreeSet<>();
    private final Set<String> typesWithPrograms = new TreeSet<>();

    /** Creates the checks for a run on some hosts. */
    public Preparation(Driver.Request request, DriverSettings settings, Hosts hosts) {
        this.request = request;
        this.plan = request.plan();
        this.settings = settings;
        this.hosts = hosts;
    }

    /**
     * Checks everything.
     *
     * @return see {@link Platform#check}
     * @throws RunRefused with all reasons
     */
    public Map<String, String> check() {
        problems.addAll(hosts.problems());
        record();
        disk();
        Set<String> cases = cases();
        for (String id : cases) {
            try {
                check(plan.caseOf(id));
            } catch (IllegalArgumentException e) {
                problems.add(e.getMessage() + "; compile the testbed again");
            }
        }
        if (problems.isEmpty()) {
            problems.addAll(reason(unusable));
        }
        if (!cases.isEmpty()) {
            program("load client", Driver.LOAD_CLIENT);
        }
        if (!problems.isEmpty()) {
            throw new RunRefused(List.copyOf(problems));
        }
        return Map.copyOf(unusable);
    }

    private boolean unobtainable(ServerType type) {
        return request.unobtainable().containsKey(type.name());
    }

    /**
     * Refuses a run in which no case can be tried.
     *
     * @param unusable see {@link Platform#check}
     * @throws RunRefused with the reason of each case
     */
    public void refuseUnlessSomethingCanBeTried(Map<String, String> unusable) {
        List<String> reasons = reason(unusable);
        if (!reasons.isEmpty()) {
            throw new RunRefused(reasons);
        }
    }

    /** Returns why each case cannot be tried; nothing when one can. */
    private List<String> reason(Map<String, String> unusable) {
        UnstartableServers unstartable = new UnstartableServers(plan, request.unobtainable(), unusable);
        List<String> reasons = new ArrayList<>();
        for (String id : cases()) {
            Optional<String> why = unstartable.reason(plan.caseOf(id));
            if (why.isEmpty()) {
                return List.of();
            }
            reasons.add(why.get());
        }
        return reasons;
    }

    private Set<String> cases() {
        return plan.order().stream().map(Execution::caseId).collect(Collectors.toCollection(TreeSet::new));
    }

    private void record() {
        problems.addAll(RunJournal.objections(request.runFolder(), plan));
        Path copy = request.runFolder().resolve(RunFiles.PLAN);
        if (problems.isEmpty() && Files.exists(copy)) {
            try {
                if (!Json.read(copy, Plan.class).equals(plan)) {
                    problems.add("run " + request.runFolder().getFileName()
                            + " was begun with another plan of the same model, perhaps by another version of the tool;"
                            + " begin a new run");
                }
            } catch (UncheckedIOException e) {
                problems.add("the plan of the run cannot be read: " + e.getMessage() + "; begin a new run");
            }
        }
    }

    private void disk() {
        if (!Files.isWritable(request.runFolder())) {
            problems.add("the run folder " + request.runFolder() + " is not writable; change its owner or its place");
            return;
        }
        RunDisk.lacking(request.runFolder(), settings).ifPresent(problems::add);
    }

    private void check(CasePlan testCase) {
        problems.addAll(Events.problems(plan, testCase, request.types(), request.events()));
        for (String name : testCase.processes()) {
            ProcessPlan process = plan.processOf(name);
            if (process.kind() == ProcessPlan.Visibility.WHITE_BOX
                    && testCase.server().isEmpty()) {
                problems.add("case " + testCase.id() + " has no server for the white-box process " + process.name()
                        + "; name one with \"on\"");
            }
            if (process.callsBack() && settings.loadEngine() == LoadRecord.Engine.JMETER) {
                problems.add("case " + testCase.id() + " has the process " + process.name()
                        + ", which answers by the callback \""
                        + process.callback().operation()
                        + "\", and JMeter takes none; leave -Dsoabench.load=jmeter out, or choose"
                        + " other cases with -Dsoabench.cases");
            }
            if (elsewhere(process)
                    && blackBoxes.add(process.name())
                    && !ServerClient.connects(process.endpoint(), CONNECT_MS)) {
                problems.add(takesNoConnection(process.name(), process.endpoint()));
            }
            if (testCase.clients().stream()
                    .anyMatch(client -> plan.hostOf(client.host()).local())) {
                secrets(process);
            }
        }
        Map<String, String> fixed = new LinkedHashMap<>();
        long heap = 0;
        for (String name : testCase.servers()) {
            ServerPlan server = plan.serverOf(name);
            check(server, fixed);
            if (server.parameters().getOrDefault("heap", "").matches("\\d{1,18}")) {
                heap += Long.parseLong(server.parameters().get("heap"));
            }
        }
        long memory = hosts.memoryBytes();
        if (memory > 0 && heap > memory) {
            problems.add("case " + testCase.id() + ": the heaps of its servers take " + (heap >> 20)
                    + " MiB together, but this machine has " + (memory >> 20) + " MiB; lower them");
        }
        for (String name : testCase.processes()) {
            ProcessPlan process = plan.processOf(name);
            if (process.kind() == ProcessPlan.Visibility.WHITE_BOX
                    && !testCase.server().isEmpty()) {
                packaged(testCase, process);
            }
        }
        for (ClientPlan client : testCase.clients()) {
            host(client.host());
            plan.order().stream()
                    .filter(execution -> execution.caseId().equals(testCase.id()))
                    .forEach(execution -> file("case " + testCase.id(), client.traceOf(execution.repetition())));
        }
        long needed = plan.workloadOf(testCase.workload()).clients() + FILES_BESIDE_CLIENTS;
        long limit = hosts.openFiles();
        if (limit > 0 && limit < needed) {
            problems.add(
                    "case " + testCase.id() + " needs about " + needed + " open files in one process, but the limit is "
                            + limit + "; raise it with \"ulimit -n " + needed + "\"");
        }
    }

    /** Checks that this machine has the secrets that its load client sends; other hosts read their own. */
    private void secrets(ProcessPlan process) {
        try {
            var unused = RequestHeaders.of(process.name(), process.headers(), System.getenv());
        } catch (IllegalArgumentException e) {
            problems.add(e.getMessage());
        }
    }

    /** Returns whether the run starts nothing of it: a black box that is not a service of a server of this run. */
    private static boolean elsewhere(ProcessPlan process) {
        return process.kind() == ProcessPlan.Visibility.BLACK_BOX
                && !process.endpoint().contains("${server.");
    }

    /** Returns the sentence on a black-box process that is not there. */
    public static String takesNoConnection(String process, String endpoint) {
        return "the black-box process " + process + " takes no connection at " + endpoint
                + "; start it or correct its address";
    }

    private void packaged(CasePlan testCase, ProcessPlan process) {
        ServerType type = request.types().get(plan.serverOf(testCase.server()).type());
        if (type == null) {
            return;
        }
        String folder = process.packages().get(testCase.server());
        if (folder == null) {
            problems.add("process " + process.name() + " is not packaged for server " + testCase.server()
                    + "; compile the testbed again");
        } else {
            file("process " + process.name(), folder);
        }
        if (type.lifecycle().endpoint() == null || type.lifecycle().endpoint().isEmpty()) {
            problems.add("case " + testCase.id() + " runs a process on server " + testCase.server()
                    + ", but servers of type \"" + type.name() + "\" run no processes; choose another server");
        }
    }

    private void check(ServerPlan server, Map<String, String> fixed) {
        HostPlan host = host(server.host());
        ServerType type = request.types().get(server.type());
        if (type == null) {
            problems.add("server " + server.name() + " has the unknown type \"" + server.type() + "\"; known are "
                    + String.join(", ", new TreeSet<>(request.types().keySet())));
            return;
        }
        problems.addAll(Placeholders.problems(type));
        problems.addAll(Placeholders.missing(
                type,
                server.name(),
                server.parameters().keySet(),
                server.ports().keySet()));
        if (host.local()) {
            password(server);
        }
        if (!unobtainable(type) && typesWithPrograms.add(type.name())) {
            programs(type);
        }
        for (HostProgram program : type.hostPrograms(server.parameters())) {
            if (hosts.lacks(host, program)) {
                unusable.putIfAbsent(server.name(), program.missing(server.name(), host.name()));
            }
        }
        for (Map.Entry<String, Integer> port : server.ports().entrySet()) {
            if (port.getValue() != 0) {
                port(server, port.getKey(), port.getValue(), host, fixed);
            }
        }
        plan.services().stream()
                .filter(s -> s.server().equals(server.name()))
                .flatMap(s -> s.instances().stream())
                .forEach(i -> file("server " + server.name(), "mocks/" + i.path()));
    }

    /** Checks that this machine has the password for the database of a server; other hosts read their own. */
    private void password(ServerPlan server) {
        String file = DatabaseChoice.secret(server.parameters());
        if (!file.isEmpty()) {
            try {
                String unused = SecretFile.read("server " + server.name() + " ", file, System.getenv());
            } catch (IllegalArgumentException e) {
                problems.add(e.getMessage());
            }
        }
    }

    /** Checks what a server type runs, once for all servers of that type, because whole files are read. */
    private void programs(ServerType type) {
        for (ServerType.Program program : type.programs()) {
            program("server type " + type.name(), program.key());
        }
        type.checksums()
                .problems(type.programs().stream()
                        .flatMap(p -> request.classPaths().getOrDefault(p.key(), List.of()).stream())
                        .toList())
                .forEach(problem -> problems.add("server type " + type.name() + ": " + problem));
    }

    private void port(ServerPlan server, String name, int port, HostPlan host, Map<String, String> fixed) {
        String other = fixed.putIfAbsent((host.local() ? "" : host.name() + ":") + port, server.name());
        if (other != null) {
            problems.add("port " + port + " is given to server " + other + " and to port " + name + " of server "
                    + server.name() + "; choose another one or 0");
        } else {
            hosts.taken(host, port)
                    .ifPresent(taken -> unusable.putIfAbsent(
                            server.name(),
                            "port " + port + " (" + name + ") of server " + server.name() + " is " + taken));
        }
    }

    private HostPlan host(String name) {
        HostPlan host = plan.hostOf(name);
        if (checkedHosts.add(name)) {
            problems.addAll(hosts.problems(host));
        }
        return host;
    }

    private void program(String who, String coordinates) {
        List<Path> classPath = request.classPaths().get(coordinates);
        if (classPath == null || classPath.isEmpty()) {
            problems.add("the class path of " + who + " (" + coordinates + ") was not resolved; run again online, or"
                    + " install that artifact");
            return;
        }
        for (Path entry : classPath) {
            if (!Files.exists(entry)) {
                problems.add("the class path of " + who + " (" + coordinates + ") has " + entry
                        + ", which is missing; resolve it again");
            }
        }
    }

    private void file(String who, String path) {
        if (!Files.exists(request.compiled().resolve(path))) {
            problems.add(who + " needs " + path + " in " + request.compiled()
                    + ", which is missing; compile the testbed again");
        }
    }

    /** Returns the programs that servers of a type run, as they were resolved. */
    private List<EnvironmentRecord.ProgramRecord> programsOf(ServerType type) {
        String own = request.versions().getOrDefault("soabench", "");
        return type.programs().stream()
                .map(program -> new EnvironmentRecord.ProgramRecord(
                        program.name(),
                        program.key().replace("${project.version}", own),
                        request.classPaths().getOrDefault(program.key(), List.of()).stream()
                                .map(ArtifactOrigin::of)
                                .toList()))
                .toList();
    }

    /**
     * Returns the environment; call it after {@link #check}.
     *
     * @param sources of metrics that observe the servers: the artifact of each, by class, see {@link ArtifactOrigin#ofSources}
     */
    public EnvironmentRecord environment(String driver, Map<String, String> sources, HostClock clock) {
        Map<String, ServerType> used = new TreeMap<>();
        Map<String, Map<String, String>> configuration = new LinkedHashMap<>();
        Map<String, List<String>> commands = new LinkedHashMap<>();
        Map<String, String> notices = new LinkedHashMap<>();
        Map<String, EnvironmentRecord.DurabilityRecord> durability = new LinkedHashMap<>();
        for (ServerPlan server : plan.servers()) {
            configuration.put(server.name(), new TreeMap<>(server.parameters()));
            ServerType type = request.types().get(server.type());
            if (type != null) {
                commands.put(server.name(), type.lifecycle().start().arguments());
                used.put(type.name(), type);
                if (type instanceof Engine) {
                    Durability kept = NamedDatabase.durability(server, type, plan, request.types());
                    durability.put(
                            server.name(),
                            new EnvironmentRecord.DurabilityRecord(kept.level().word(), kept.sentence()));
                }
                if (!type.notice().isEmpty()) {
                    notices.put(server.name(), type.notice());
                }
            }
        }
        for (ProcessPlan process : plan.processes()) {
            if (elsewhere(process)) {
                notices.put(
                        process.name(),
                        "Runs at " + process.endpoint() + " and was not started by SOABench: processor time, memory and"
                                + " threads of its server are not known.");
            }
        }
        Map<String, List<EnvironmentRecord.ProgramRecord>> programs = new TreeMap<>();
        used.values().stream()
                .filter(type -> !unobtainable(type))
                .forEach(type -> programs.put(type.name(), programsOf(type)));
        return new EnvironmentRecord(
                EnvironmentRecord.FORMAT,
                clock.now().toString(),
                plan.origin(),
                driver,
                new TreeMap<>(request.versions()),
                new EnvironmentRecord.Plugins(
                        ArtifactOrigin.of(used), new TreeMap<>(sources), ArtifactOrigin.of(request.events())),
                programs,
                hosts.records(),
                configuration,
                commands,
                notices,
                durability);
    }
}
