package io.soabench.analyzer.folder;

import io.soabench.plan.CasePlan;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.ClockRecord;
import io.soabench.plan.CsvTable;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.EventKind;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Json;
import io.soabench.plan.KeptAnswers;
import io.soabench.plan.LoadEnd;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.WorkloadPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The contents of the folder of one repetition. Missing or unreadable parts are among {@link #problems()}; the others are available. */
public final class RepetitionFolder {

    private static final List<EventKind> EVENT_KINDS = List.of(EventKind.values());
    private static final byte[][] EVENT_KIND_NAMES =
            EVENT_KINDS.stream().map(kind -> CsvReader.ascii(kind.text())).toArray(byte[][]::new);

    private final Path folder;
    private final CasePlan testCase;
    private final WorkloadPlan workload;
    private final List<PrescribedCalls> prescriptions;
    private final List<Boolean> endingWithCalls;
    private final List<String> problems = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private final Map<String, LoadRecord> loads = new LinkedHashMap<>();
    private final List<KeptAnswers.Kept> answers = new ArrayList<>();
    private final Map<String, Long> lines = new LinkedHashMap<>();
    private final Map<String, Map<String, Long>> statistics = new LinkedHashMap<>();
    private final List<MetricObservation> observations = new ArrayList<>();
    private final List<RecordedEvent> happenings = new ArrayList<>();
    private final RequestSamples samples;
    private final ProcessVersions versions;
    private final EngineKills kills;
    private final List<String> engineServers;
    private ClockRecord clocks = new ClockRecord(ClockRecord.FORMAT, List.of());
    private PartnerCalls calls;
    private boolean allCalls;
    private EngineInstances instances;
    private RepetitionRecord record;
    private List<String> environmentChanges;
    private EnvironmentRecord.Surroundings surroundings;
    private final int singly;

    /**
     * Reads the folder.
     *
     * @param folder {@code cases/<case>/<repetition>}, may be missing
     */
    public RepetitionFolder(Path folder, Plan plan, CasePlan testCase) {
        this(folder, plan, testCase, 0);
    }

    /**
     * Reads the folder.
     *
     * @param folder {@code cases/<case>/<repetition>}, may be missing
     * @param singly number of requests that are kept one by one, with their calls
     */
    public RepetitionFolder(Path folder, Plan plan, CasePlan testCase, int singly) {
        this.folder = folder;
        this.singly = singly;
        this.testCase = testCase;
        this.workload = plan.workloadOf(testCase.workload());
        this.prescriptions = testCase.processes().stream()
                .map(process -> new PrescribedCalls(plan.processOf(process)))
                .toList();
        this.endingWithCalls = testCase.processes().stream()
                .map(plan::processOf)
                .map(process -> process.oneWay() && process.callback() == null)
                .toList();
        this.engineServers = engineServers(plan, testCase);
        this.samples = new RequestSamples(
                testCase.workload(),
                testCase.mixed()
                        ? workload.processes().stream()
                                .map(testCase.processes()::indexOf)
                                .toList()
                        : List.of());
        if (!Files.isDirectory(folder)) {
            versions = new ProcessVersions(plan, testCase, samples, happenings);
            kills = EngineKills.of(happenings, samples);
            calls = new PartnerCalls(samples, versions, kills, Set.of(), 0, Set.of(), 0);
            return;
        }
        record = json(RunFiles.REPETITION, RepetitionRecord.class).orElse(null);
        if (record != null && (record.state() == null || record.phases() == null || record.servers() == null)) {
            problems.add(RunFiles.REPETITION + " cannot be used: it lacks the state, the phases or the servers.");
            record = null;
        }
        readClocks();
        readSamples();
        events();
        versions = new ProcessVersions(plan, testCase, samples, happenings);
        kills = EngineKills.of(happenings, samples);
        readCalls(plan);
        for (String file : names(RunFiles.Each.STATISTICS)) {
            statistics(file, RunFiles.Each.STATISTICS.owner(file).orElseThrow());
        }
        for (String file : names(RunFiles.Each.METRICS)) {
            metrics(file, RunFiles.Each.METRICS.owner(file).orElseThrow(), plan);
        }
        for (String file : names(RunFiles.Each.INSTANCES)) {
            instances(file, RunFiles.Each.INSTANCES.owner(file).orElseThrow(), plan);
        }
        environment();
    }

    /**
     * Returns whether only the last call of a partner shows that an instance of a process is complete: its clients get neither an answer nor a
     * callback.
     */
    public boolean endsWithCalls(int process) {
        return endingWithCalls.get(process) && callsOf(process) > 0;
    }

    /** Returns the number of calls that a process makes for a request, by its place in the case; 0 when unknown. */
    public int callsOf(int process) {
        return prescriptions.get(process).calls().orElse(0);
    }

    /** Reads the changes of the environment and the activity of other programs; nothing else of the file matters here. */
    private void environment() {
        json(RunFiles.ENVIRONMENT, EnvironmentRecord.AroundRepetition.class).ifPresent(environment -> {
            environmentChanges = environment.changes();
            surroundings =
                    environment.after() == null ? null : environment.after().surroundings();
        });
    }

    /** Reads the clocks of hosts. Without the file, all hosts have the driver's clock. */
    private void readClocks() {
        if (Files.isRegularFile(folder.resolve(RunFiles.CLOCKS))) {
            json(RunFiles.CLOCKS, ClockRecord.class)
                    .filter(record -> record.hosts() != null)
                    .ifPresent(record -> clocks = record);
        }
    }

    /** Returns the lead of a host's clock over the driver's clock; 0 when it was not measured, see {@link #clocks}. */
    private long aheadNs(String host) {
        return clocks.of(host)
                .filter(ClockRecord.HostOffset::known)
                .map(ClockRecord.HostOffset::offsetNs)
                .orElse(0L);
    }

    private long aheadNsOfServer(String server, Plan plan) {
        return plan.servers().stream()
                .filter(s -> s.name().equals(server))
                .map(s -> aheadNs(s.host()))
                .findFirst()
                .orElse(0L);
    }

    private void readSamples() {
        Set<String> hosts = new LinkedHashSet<>();
        testCase.clients().forEach(c -> hosts.add(c.host()));
        for (String file : names(RunFiles.Each.SAMPLES)) {
            hosts.add(RunFiles.Each.SAMPLES.owner(file).orElseThrow());
        }
        for (String host : hosts) {
            Optional<String> file = name(RunFiles.Each.SAMPLES.of(host));
            if (file.isEmpty()) {
                losses.add(RunFiles.Each.SAMPLES.of(host) + " is missing: the requests of client host \"" + host
                        + "\" are lost.");
            } else {
                lines.put(host, imported(file.get(), "request", csv -> samples.read(csv, aheadNs(host))));
            }
            json(RunFiles.Each.LOAD.of(host), LoadRecord.class)
                    .ifPresent(load -> loads.put(host, load.earlier(aheadNs(host))));
            if (!testCase.answers().right().isEmpty()) {
                json(RunFiles.Each.ANSWERS.of(host), KeptAnswers.class)
                        .ifPresent(kept -> answers.addAll(kept.answers()));
            }
        }
    }

    /**
     * Returns the start of the load. Earlier calls belong to functional checks. It is 0 when unknown, and the largest value when no load
     * began.
     */
    private long loadNs() {
        if (record == null || record.phases().isEmpty()) {
            return 0;
        }
        return record.phases().stream()
                .filter(phase -> phase.name().equals(RepetitionRecord.PhaseRecord.WARM_UP))
                .mapToLong(RepetitionRecord.PhaseRecord::startNs)
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    private void readCalls(Plan plan) {
        Set<String> appearing = testCase.events().stream()
                .filter(event -> event.kind() == EventPlan.Kind.NEW_SERVICE_INSTANCE)
                .map(event -> event.parameters().getOrDefault("service", ""))
                .collect(Collectors.toSet());
        Set<String> checks = testCase.checks().stream().map(CheckPlan::uiid).collect(Collectors.toSet());
        calls = new PartnerCalls(samples, versions, kills, checks, loadNs(), appearing, singly);
        allCalls = true;
        Set<String> servers = new LinkedHashSet<>();
        for (String server : testCase.servers()) {
            if (plan.servers().stream()
                    .anyMatch(s -> s.name().equals(server) && !s.serves().isEmpty())) {
                servers.add(server);
            }
        }
        for (String file : names(RunFiles.Each.CALLS)) {
            servers.add(RunFiles.Each.CALLS.owner(file).orElseThrow());
        }
        for (String server : servers) {
            Optional<String> file = name(RunFiles.Each.CALLS.of(server));
            if (file.isEmpty()) {
                allCalls = false;
                problems.add(RunFiles.Each.CALLS.of(server) + " is missing: what the mock host \"" + server
                        + "\" received is unknown.");
            } else {
                int before = losses.size();
                imported(file.get(), "call", csv -> calls.read(csv, aheadNsOfServer(server, plan)));
                allCalls &= losses.size() == before;
            }
        }
    }

    /** Code that reads one CSV file. */
    private interface Reading {
        RequestSamples.Import read(Path file) throws IOException;
    }

    private long imported(String file, String what, Reading reading) {
        try {
            RequestSamples.Import result = reading.read(folder.resolve(file));
            if (!result.problem().isEmpty()) {
                losses.add(file + " cannot be used: " + result.problem() + ".");
            }
            if (result.truncated()) {
                losses.add("The last line of " + file + " is cut off: that " + what + " is lost.");
            }
            if (result.malformed() > 0) {
                losses.add(file + " has " + result.malformed() + (result.malformed() == 1 ? " line" : " lines")
                        + " of another form than docs/reference/formats.md defines; they are left out.");
            }
            return result.lines();
        } catch (IOException e) {
            losses.add(file + " cannot be read to its end: " + e.getMessage() + ".");
            return 0;
        }
    }

    private void statistics(String file, String server) {
        try {
            Map<?, ?> counters = Json.read(folder.resolve(file), Map.class);
            Map<String, Long> numbers = new LinkedHashMap<>();
            counters.forEach((name, value) -> {
                if (value instanceof Number number) {
                    numbers.put(String.valueOf(name), number.longValue());
                }
            });
            statistics.put(server, numbers);
        } catch (UncheckedIOException e) {
            problems.add(file + " cannot be read: it is not a JSON object.");
        }
    }

    private void metrics(String file, String server, Plan plan) {
        long aheadNs = RunFiles.clientHost(server).map(this::aheadNs).orElseGet(() -> aheadNsOfServer(server, plan));
        csv(file, CsvTable.METRICS, csv -> {
            long at = csv.number(0) - aheadNs;
            // A quantity that is not there has no value, and the reason as its source.
            double value = csv.text(2).isEmpty() ? Double.NaN : csv.decimal(2);
            if (!csv.wrong()) {
                observations.add(new MetricObservation(
                        server,
                        at,
                        csv.text(1),
                        value,
                        csv.text(3).intern(),
                        csv.text(4).intern()));
            }
        });
    }

    private void instances(String file, String server, Plan plan) {
        if (server.equals(testCase.server())) {
            long aheadNs = aheadNsOfServer(server, plan);
            EngineInstances read = new EngineInstances(server);
            csv(file, CsvTable.INSTANCES, csv -> read.take(csv, aheadNs));
            instances = read;
        }
    }

    private void events() {
        if (name(RunFiles.EVENTS).isPresent()) {
            csv(RunFiles.EVENTS, CsvTable.EVENTS, csv -> {
                long at = csv.number(0);
                int kind = csv.oneOf(1, EVENT_KIND_NAMES);
                if (!csv.wrong()) {
                    happenings.add(new RecordedEvent(at, EVENT_KINDS.get(kind), csv.text(2), csv.text(3), csv.text(4)));
                }
            });
        }
    }

    /** Code that takes one line. */
    private interface Line {
        void take(CsvReader csv);
    }

    private void csv(String file, CsvTable table, Line line) {
        long malformed = 0;
        try (CsvReader csv = new CsvReader(folder.resolve(file))) {
            if (!csv.next() || !csv.isHeader(table.header())) {
                problems.add(file + " cannot be used: its first line is not \"" + table.header() + "\".");
                return;
            }
            while (csv.next()) {
                if (csv.fields() == table.columns().size() && !csv.wrong()) {
                    line.take(csv);
                    malformed += csv.wrong() ? 1 : 0;
                } else {
                    malformed++;
                }
            }
            if (csv.truncated()) {
                problems.add("The last line of " + file + " is cut off; it is left out.");
            }
        } catch (IOException e) {
            problems.add(file + " cannot be read to its end: " + e.getMessage() + ".");
        }
        if (malformed > 0) {
            problems.add(file + " has " + malformed
                    + " lines of another form than docs/reference/formats.md defines; they are left out.");
        }
    }

    private <T> Optional<T> json(String file, Class<T> type) {
        if (!Files.isRegularFile(folder.resolve(file))) {
            problems.add(file + " is missing.");
            return Optional.empty();
        }
        try {
            return Optional.of(Json.read(folder.resolve(file), type));
        } catch (UncheckedIOException e) {
            problems.add(file + " cannot be read: " + Json.reason(e) + ".");
            return Optional.empty();
        }
    }

    private Optional<String> name(String file) {
        return Files.isRegularFile(folder.resolve(file))
                ? Optional.of(file)
                : Files.isRegularFile(folder.resolve(file + ".gz")) ? Optional.of(file + ".gz") : Optional.empty();
    }

    private List<String> names(RunFiles.Each each) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(n -> each.owner(n).isPresent())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            problems.add("The folder cannot be read: " + e.getMessage() + ".");
            return List.of();
        }
    }

    /** Returns whether the folder has any file that a repetition leaves. */
    public boolean exists() {
        return record != null || samples.size() > 0 || !loads.isEmpty();
    }

    /**
     * Returns the offsets of the hosts' clocks from the driver's clock; no hosts when all have the driver's clock. All times of this class
     * are the driver's.
     */
    public ClockRecord clocks() {
        return clocks;
    }

    /** Returns the driver's record of the repetition. */
    public Optional<RepetitionRecord> record() {
        return Optional.ofNullable(record);
    }

    /** Returns the parts that could not be read without loss of requests or calls, one sentence each. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Returns the requests and calls that could not be read, one sentence each. */
    public List<String> losses() {
        return List.copyOf(losses);
    }

    /** Returns the names of the engine and of the servers of the case that its parameters name, such as its database. */
    public List<String> engineServers() {
        return engineServers;
    }

    private static List<String> engineServers(Plan plan, CasePlan testCase) {
        Set<String> named = plan.servers().stream()
                .filter(server -> server.name().equals(testCase.server()))
                .flatMap(server -> server.parameters().values().stream())
                .collect(Collectors.toSet());
        return testCase.servers().stream()
                .filter(server -> server.equals(testCase.server()) || named.contains(server))
                .toList();
    }

    /** Returns the workload of the case. */
    public WorkloadPlan workload() {
        return workload;
    }

    /** Returns the requests. Calls refer to them by index. */
    public RequestSamples samples() {
        return samples;
    }

    /** Returns the answers that load clients kept to be compared with the right ones. */
    public List<KeptAnswers.Kept> answers() {
        return List.copyOf(answers);
    }

    /** Returns the calls. */
    public PartnerCalls calls() {
        return calls;
    }

    /** Returns whether the calls of all mock hosts are available. */
    public boolean allCalls() {
        return allCalls;
    }

    /** Returns the prescribed calls of each process of the case, in its order. */
    public List<PrescribedCalls> prescriptions() {
        return prescriptions;
    }

    /** Returns the prescribed calls of the version of its process that got a request. */
    public PrescribedCalls prescription(int request) {
        return versions.prescription(request);
    }

    /** Returns the version of its process that got each request. */
    public ProcessVersions versions() {
        return versions;
    }

    /** Returns the kills of the engine under test by events of the model. */
    public EngineKills kills() {
        return kills;
    }

    /** Returns whether the workload is open, so that arrivals were planned. */
    public boolean openLoad() {
        return loads().values().stream()
                .anyMatch(load -> load.requests().measure().planned() >= 0);
    }

    /** Returns whether a server stopped answering, according to a load client. */
    public boolean hung() {
        return loads.values().stream().anyMatch(load -> load.ended() == LoadEnd.HUNG);
    }

    /** Returns the driver's warnings for a reader, one sentence each. */
    public List<String> warnings() {
        return happenings.stream()
                .filter(h -> h.kind() == EventKind.WARNING && !h.detail().isBlank())
                .map(h ->
                        Character.toUpperCase(h.detail().charAt(0)) + h.detail().substring(1) + ".")
                .toList();
    }

    /**
     * Returns the most informative lines in the logs of the failed server: a server that ended early, else the server
     * under test. There are none when the repetition did not fail, no server hung, and no request failed by the engine.
     *
     * @param failedRequests whether requests failed by the engine
     */
    public List<LogLine> tellingLines(boolean failedRequests) {
        if (record == null || (record.state() != RunRecord.State.FAILED && !hung() && !failedRequests)) {
            return List.of();
        }
        List<String> servers = record.servers().stream()
                .filter(s -> s.stopped() == ServerEnd.DIED)
                .map(RepetitionRecord.ServerRecord::name)
                .toList();
        List<LogLine> lines = new ArrayList<>();
        for (String server : servers.isEmpty() ? List.of(testCase.server()) : servers) {
            if (!server.isEmpty()) {
                try {
                    lines.addAll(
                            LogExcerpt.of(server, folder.resolve(RunFiles.LOGS).resolve(server)));
                } catch (IOException e) {
                    problems.add("The logs of server \"" + server + "\" cannot be read: " + e.getMessage() + ".");
                }
            }
        }
        return List.copyOf(lines);
    }

    /** Returns the records of the load clients, by host. */
    public Map<String, LoadRecord> loads() {
        return Collections.unmodifiableMap(loads);
    }

    /** Returns the numbers of requests that were read, by client host. */
    public Map<String, Long> lines() {
        return Collections.unmodifiableMap(lines);
    }

    /** Returns the changes of the environment while the repetition ran; empty when they were not recorded. */
    public Optional<List<String>> environmentChanges() {
        return Optional.ofNullable(environmentChanges);
    }

    /** Returns the activity of other programs on the engine's machine while the repetition ran; empty when it was not recorded. */
    public Optional<EnvironmentRecord.Surroundings> surroundings() {
        return Optional.ofNullable(surroundings);
    }

    /** Returns the counters of the servers that have them. */
    public Map<String, Map<String, Long>> statistics() {
        return Collections.unmodifiableMap(statistics);
    }

    /** Returns the server metrics in the order of the files. */
    public List<MetricObservation> observations() {
        return List.copyOf(observations);
    }

    /** Returns the instances that the engine under test has kept; empty when the model asks for no metric of them. */
    public Optional<EngineInstances> instances() {
        return Optional.ofNullable(instances);
    }

    /** Returns the events in the order of the file. */
    public List<RecordedEvent> happenings() {
        return List.copyOf(happenings);
    }
}
