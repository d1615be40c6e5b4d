package io.soabench.local;

import io.soabench.driver.Driver;
import io.soabench.driver.EnvironmentRecord;
import io.soabench.driver.Journal;
import io.soabench.driver.Placeholders;
import io.soabench.driver.RunRefused;
import io.soabench.driver.ServerType;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Checks everything that can be known before anything is started, and records the environment. */
final class Preparation {

    /** Open files that a JVM and its libraries need beside one connection a client on each side. */
    private static final long FILES_BESIDE_CLIENTS = 512;

    private static final long JAVA_SECONDS = 20;
    private static final int CONNECT_MS = 5_000;

    private final Driver.Request request;
    private final Plan plan;
    private final Settings settings;
    private final Machine machine;
    private final Set<String> problems = new LinkedHashSet<>();
    private final Map<String, String> javaVersions = new TreeMap<>();
    private final Set<String> blackBoxes = new TreeSet<>();
    private final Set<String> typesWithPrograms = new TreeSet<>();

    Preparation(Driver.Request request, Settings settings, Machine machine) {
        this.request = request;
        this.plan = request.plan();
        this.settings = settings;
        this.machine = machine;
    }

    /** The {@code java} command of a host. */
    static String java(Plan.HostPlan host) {
        String home = host.java() == null || host.java().isEmpty() ? System.getProperty("java.home") : host.java();
        return Path.of(home, "bin", "java").toString();
    }

    /**
     * Checks everything.
     *
     * @throws RunRefused with all reasons
     */
    void check() {
        if (!Files.isReadable(Path.of("/proc/self/stat"))) {
            throw new RunRefused(List.of("the local driver needs Linux with /proc, but this machine runs "
                    + System.getProperty("os.name") + "; run it on Linux or use another driver"));
        }
        if (!Files.isExecutable(Path.of("/bin/sh"))) {
            problems.add("/bin/sh is missing; install a POSIX shell");
        }
        record();
        disk();
        Set<String> cases = new TreeSet<>();
        plan.order().forEach(e -> cases.add(e.caseId()));
        for (String id : cases) {
            try {
                check(plan.caseOf(id));
            } catch (IllegalArgumentException e) {
                problems.add(e.getMessage() + "; compile the testbed again");
            }
        }
        if (problems.isEmpty()) {
            something(cases);
        }
        if (!cases.isEmpty()) {
            program("load client", Driver.LOAD_CLIENT);
        }
        if (!problems.isEmpty()) {
            throw new RunRefused(List.copyOf(problems));
        }
    }

    private boolean unobtainable(ServerType type) {
        return request.unobtainable().containsKey(type.name());
    }

    /** A run in which nothing can be tried does not begin. */
    private void something(Set<String> cases) {
        Prospects prospects = new Prospects(plan, request.unobtainable());
        List<String> reasons = cases.stream()
                .flatMap(id -> prospects.hopeless(plan.caseOf(id)).stream())
                .toList();
        if (reasons.size() == cases.size()) {
            problems.addAll(reasons);
        }
    }

    private void record() {
        problems.addAll(Journal.objections(request.runFolder(), plan));
        Path copy = request.runFolder().resolve("plan.json");
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
        noSpace(request.runFolder(), settings).ifPresent(problems::add);
    }

    /** Says that the disk has too little space, or nothing when it has enough. */
    static java.util.Optional<String> noSpace(Path folder, Settings settings) {
        try {
            long free = Folders.free(folder);
            return free >= settings.minFreeBytes()
                    ? java.util.Optional.empty()
                    : java.util.Optional.of("the disk of " + folder + " has " + (free >> 20) + " MiB of free space, "
                            + (settings.minFreeBytes() >> 20) + " MiB are needed; make room");
        } catch (UncheckedIOException e) {
            return java.util.Optional.of(e.getMessage());
        }
    }

    private void check(Plan.CasePlan of) {
        Plan.ProcessPlan process = plan.processOf(of.process());
        if (!of.events().isEmpty()) {
            problems.add(
                    "case " + of.id() + " has the event \"" + of.events().get(0).text()
                            + "\", but the local driver cannot cause events of kind "
                            + of.events().get(0).kind() + "; take it out of the suite");
        }
        if (process.kind() == Plan.ProcessPlan.Visibility.WHITE_BOX
                && of.server().isEmpty()) {
            problems.add("case " + of.id() + " has no server for the white-box process " + process.name()
                    + "; name one with \"on\"");
        }
        if (elsewhere(process)
                && blackBoxes.add(process.name())
                && !Exchange.connects(process.endpoint(), CONNECT_MS)) {
            problems.add(takesNoConnection(process.name(), process.endpoint()));
        }
        Map<Integer, String> fixed = new LinkedHashMap<>();
        long heap = 0;
        for (String name : of.servers()) {
            Plan.ServerPlan server = plan.serverOf(name);
            check(server, fixed);
            if (server.parameters().getOrDefault("heap", "").matches("\\d{1,18}")) {
                heap += Long.parseLong(server.parameters().get("heap"));
            }
        }
        long memory = machine.memoryBytes();
        if (memory > 0 && heap > memory) {
            problems.add("case " + of.id() + ": the heaps of its servers take " + (heap >> 20)
                    + " MiB together, but this machine has " + (memory >> 20) + " MiB; lower them");
        }
        if (process.kind() == Plan.ProcessPlan.Visibility.WHITE_BOX
                && !of.server().isEmpty()) {
            packaged(of, process);
        }
        for (Plan.ClientPlan client : of.clients()) {
            host(client.host());
            file("case " + of.id(), client.jmx());
            file("case " + of.id(), client.trace());
        }
        long needed = plan.workloadOf(of.workload()).clients() + FILES_BESIDE_CLIENTS;
        long limit = machine.openFiles();
        if (limit > 0 && limit < needed) {
            problems.add("case " + of.id() + " needs about " + needed + " open files in one process, but the limit is "
                    + limit + "; raise it with \"ulimit -n " + needed + "\"");
        }
    }

    /** Whether the run starts nothing of it: a black box that is no service of a server of this run. */
    private static boolean elsewhere(Plan.ProcessPlan process) {
        return process.kind() == Plan.ProcessPlan.Visibility.BLACK_BOX
                && !process.endpoint().contains("${server.");
    }

    /** What to say of a black box that is not there. */
    static String takesNoConnection(String process, String endpoint) {
        return "the black-box process " + process + " takes no connection at " + endpoint
                + "; start it or correct its address";
    }

    private void packaged(Plan.CasePlan of, Plan.ProcessPlan process) {
        ServerType type = request.types().get(plan.serverOf(of.server()).type());
        if (type == null) {
            return;
        }
        String folder = process.packages().get(of.server());
        if (folder == null) {
            problems.add("process " + process.name() + " is not packaged for server " + of.server()
                    + "; compile the testbed again");
        } else {
            file("process " + process.name(), folder);
        }
        if (type.lifecycle().endpoint() == null || type.lifecycle().endpoint().isEmpty()) {
            problems.add("case " + of.id() + " runs a process on server " + of.server() + ", but servers of type \""
                    + type.name() + "\" run no processes; choose another server");
        }
    }

    private void check(Plan.ServerPlan server, Map<Integer, String> fixed) {
        Plan.HostPlan host = host(server.host());
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
        if (!unobtainable(type) && typesWithPrograms.add(type.name())) {
            programs(type);
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

    /** Checks what a server type runs, once for all servers of that type, because whole files are read. */
    private void programs(ServerType type) {
        for (ServerType.Program program : type.programs()) {
            program("server type " + type.name(), program.coordinates());
        }
        type.checksums()
                .problems(type.programs().stream()
                        .flatMap(p -> request.classPaths().getOrDefault(p.coordinates(), List.of()).stream())
                        .toList())
                .forEach(problem -> problems.add("server type " + type.name() + ": " + problem));
    }

    private void port(Plan.ServerPlan server, String name, int port, Plan.HostPlan host, Map<Integer, String> fixed) {
        String other = fixed.putIfAbsent(port, server.name());
        if (other != null) {
            problems.add("port " + port + " is given to server " + other + " and to port " + name + " of server "
                    + server.name() + "; choose another one or 0");
        } else if (!Ports.free(host.address(), port)) {
            problems.add("port " + port + " (" + name + ") of server " + server.name() + " is in use"
                    + Ports.owner(port).map(o -> " by " + o).orElse("")
                    + " or its address " + host.address() + " is not of this machine; end that program or choose"
                    + " another port");
        }
    }

    private Plan.HostPlan host(String name) {
        Plan.HostPlan host = plan.hostOf(name);
        if (!host.local()) {
            problems.add("host " + name + " (" + host.address()
                    + ") is not this machine; use a driver that reaches it, or make it local");
            return host;
        }
        String java = java(host);
        if (!javaVersions.containsKey(java)) {
            javaVersions.put(java, version(name, java));
        }
        return host;
    }

    private String version(String host, String java) {
        if (!Files.isExecutable(Path.of(java))) {
            problems.add("host " + host + " has no Java at " + java + "; correct its \"java\"");
            return "";
        }
        try {
            Process process = new ProcessBuilder(java, "-version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(JAVA_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                problems.add("\"" + java + " -version\" of host " + host + " fails: "
                        + text.strip().lines().findFirst().orElse("no output") + "; correct its \"java\"");
            }
            return text.strip()
                    .lines()
                    .filter(l -> !l.startsWith("Picked up "))
                    .reduce("", (a, b) -> a.isEmpty() ? b : a + "; " + b);
        } catch (IOException e) {
            problems.add("\"" + java + "\" of host " + host + " cannot be run: " + e.getMessage());
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problems.add("the check of " + java + " was interrupted");
            return "";
        }
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

    /** As it is run when it is the system under test of some case. */
    private List<String> command(Plan.ServerPlan server, ServerType type) {
        List<String> command = new ArrayList<>(
                plan.cases().stream().anyMatch(c -> c.server().equals(server.name())) ? Server.BEHIND : List.of());
        command.addAll(type.lifecycle().start().arguments());
        return command;
    }

    /** The environment; call it after {@link #check}. */
    EnvironmentRecord environment(String driver, HostClock clock) {
        List<EnvironmentRecord.HostRecord> hosts = new ArrayList<>();
        for (Plan.HostPlan host : plan.hosts()) {
            if (host.local()) {
                hosts.add(machine.record(host, javaVersions.getOrDefault(java(host), "")));
            }
        }
        Map<String, Map<String, String>> configuration = new LinkedHashMap<>();
        Map<String, List<String>> commands = new LinkedHashMap<>();
        Map<String, String> notices = new LinkedHashMap<>();
        for (Plan.ServerPlan server : plan.servers()) {
            configuration.put(server.name(), new TreeMap<>(server.parameters()));
            ServerType type = request.types().get(server.type());
            if (type != null) {
                commands.put(server.name(), command(server, type));
                if (!type.notice().isEmpty()) {
                    notices.put(server.name(), type.notice());
                }
            }
        }
        for (Plan.ProcessPlan process : plan.processes()) {
            if (elsewhere(process)) {
                notices.put(
                        process.name(),
                        "Runs at " + process.endpoint() + " and was not started by SOABench: processor time, memory and"
                                + " threads of its server are not known.");
            }
        }
        return new EnvironmentRecord(
                EnvironmentRecord.FORMAT,
                clock.now().toString(),
                plan.testbed(),
                driver,
                new TreeMap<>(request.versions()),
                plan.seed(),
                plan.profile().isEmpty() ? null : plan.profile(),
                plan.modelHash(),
                hosts,
                configuration,
                commands,
                notices);
    }
}
