package io.soabench.analyzer.compare;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.compare.Difference.Kind;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.EnvironmentRecord.HostRecord;
import io.soabench.plan.EnvironmentRecord.ProgramRecord;
import io.soabench.plan.EnvironmentRecord.SystemRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.RunRecord;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServicePlan;
import io.soabench.plan.WorkloadPlan;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The differences between a run and the baseline in plan, environment and validity, as far as both recorded them. Expectations of a model,
 * contents of a report, published numbers, numbers of repetitions and recorders do not change measurements and are ignored.
 */
public final class Differences {

    /** Maximum length of a quoted text. */
    private static final int LONGEST = 60;

    /** Maximum number of elements that a sentence names. */
    private static final int NAMED = 3;

    /** Relative difference below which two memory sizes are equal: kernels reserve a varying part of the memory. */
    private static final double SAME_MEMORY = 0.02;

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("measureMs", "the measured time"),
            Map.entry("warmUp", "the end of the warm-up"),
            Map.entry("warmUpMs", "the warm-up"),
            Map.entry("drainMs", "the drain"),
            Map.entry("timeOutMs", "the time-out"),
            Map.entry("parallel", "whether it runs beside other cases"),
            Map.entry("ratePerSecond", "the rate"),
            Map.entry("description", "think time or arrivals"),
            Map.entry("qos", "its response times and failures"),
            Map.entry("jmeterThreads", "its threads"),
            Map.entry("paths", "the network"),
            Map.entry("calls", "the calls of its partners"));

    private final String label;
    private final RunResults a;
    private final RunResults b;
    private final List<Difference> found = new ArrayList<>();

    private Differences(RunResults a, RunResults b, String label) {
        this.a = a;
        this.b = b;
        this.label = label;
    }

    /**
     * Returns all differences, those of the model first.
     *
     * @param a the baseline
     * @param b a later run
     * @param label label of the later run in sentences
     */
    public static List<Difference> between(RunResults a, RunResults b, String label) {
        Differences differences = new Differences(a, b, label);
        differences.model();
        differences.servers();
        differences.versions();
        differences.environment();
        return List.copyOf(differences.found);
    }

    /** Returns the parts of a run that do not count. */
    public static List<Difference> validity(RunResults run, String label) {
        List<Difference> found = new ArrayList<>();
        if (!run.completed()) {
            found.add(validity(
                    label,
                    "run " + label + " (" + run.id() + ") was not completed"
                            + run.record()
                                    .map(RunRecord::message)
                                    .filter(message -> !message.isEmpty())
                                    .map(message -> ": " + message)
                                    .orElse("")));
        }
        long invalid = run.repetitions(Verdict.INVALID);
        long missing = run.repetitions(Verdict.MISSING);
        if (invalid + missing > 0) {
            String which = run.cases().stream()
                    .filter(c -> c.usable().size() < c.repetitions().size())
                    .map(c -> c.testCase().id())
                    .collect(Collectors.collectingAndThen(Collectors.toList(), Differences::named));
            found.add(validity(
                    label,
                    "run " + label + " (" + run.id() + "): " + (invalid + missing) + " of " + run.repetitions()
                            + (invalid + missing == 1 ? " repetitions does" : " repetitions do") + " not count ("
                            + invalid + " not valid, " + missing + " without data; "
                            + which + ")"));
        }
        return found;
    }

    private static Difference validity(String label, String finding) {
        return new Difference(Kind.VALIDITY, label, Set.of(), finding, "", "");
    }

    private void add(Kind kind, Set<String> engines, String subject, String inA, String inB) {
        if (!inA.equals(inB)) {
            found.add(new Difference(kind, label, engines, subject, inA, inB));
        }
    }

    private void add(Kind kind, String subject, String inA, String inB) {
        add(kind, Set.of(), subject, inA, inB);
    }

    // ---- the model

    private void model() {
        Plan left = a.plan();
        Plan right = b.plan();
        add(
                Kind.MODEL,
                "seed",
                Long.toString(left.origin().seed()),
                Long.toString(right.origin().seed()));
        each("process", left.processes(), right.processes(), ProcessPlan::name, Set.of("packages"));
        each("service", left.services(), right.services(), ServicePlan::name, Set.of("server"));
        each("workload", left.workloads(), right.workloads(), WorkloadPlan::name, Set.of());
        if (!left.metrics().equals(right.metrics())) {
            add(Kind.MODEL, "metrics", metrics(left), metrics(right));
        }
        cases();
        boolean explained = found.stream().anyMatch(d -> d.kind() == Kind.MODEL);
        boolean settings = !settings(left).equals(settings(right));
        if (!explained
                && !settings
                && !left.origin().modelHash().equals(right.origin().modelHash())
                && left.origin().profile().equals(right.origin().profile())) {
            found.add(new Difference(
                    Kind.MODEL,
                    label,
                    Set.of(),
                    "the files of the model are not the same, though the plans are: a process, a message or only a comment"
                            + " may have changed",
                    "hash " + begin(left.origin().modelHash()),
                    "hash " + begin(right.origin().modelHash())));
        }
    }

    private static String begin(String hash) {
        return hash.substring(0, Math.min(12, hash.length()));
    }

    private static Map<String, List<Object>> settings(Plan plan) {
        return plan.servers().stream()
                .collect(Collectors.toMap(
                        ServerPlan::name, s -> List.of(s.type(), s.parameters(), s.host()), (x, y) -> x));
    }

    private static String metrics(Plan plan) {
        return quoted(plan.metrics().stream()
                .map(m -> m.type() + " " + m.target() + " " + m.statistics())
                .collect(Collectors.joining(", ")));
    }

    /** Compares elements of the same name, component by component. */
    private <T extends Record> void each(
            String noun, List<T> left, List<T> right, Function<T, String> name, Set<String> ignored) {
        Map<String, T> others = named(right, name);
        Map<String, T> own = named(left, name);
        own.forEach((key, one) -> {
            T other = others.get(key);
            if (other == null) {
                add(Kind.MODEL, noun + " " + key, "is there", "is missing");
            } else {
                components(one, other, ignored)
                        .forEach((what, values) ->
                                add(Kind.MODEL, noun + " " + key + ", " + what, values.get(0), values.get(1)));
            }
        });
        others.keySet().stream()
                .filter(key -> !own.containsKey(key))
                .forEach(key -> add(Kind.MODEL, noun + " " + key, "is missing", "is there"));
    }

    private static <T> Map<String, T> named(List<T> all, Function<T, String> name) {
        return all.stream().collect(Collectors.toMap(name, UnaryOperator.identity(), (x, y) -> x, LinkedHashMap::new));
    }

    /** Returns the components that differ, with both values. */
    private static Map<String, List<String>> components(Record one, Record other, Set<String> ignored) {
        Map<String, List<String>> unequal = new LinkedHashMap<>();
        for (RecordComponent component : one.getClass().getRecordComponents()) {
            if (!ignored.contains(component.getName())) {
                Object left = value(one, component);
                Object right = value(other, component);
                if (!Objects.equals(left, right)) {
                    String shownLeft = shown(component.getName(), left);
                    String shownRight = shown(component.getName(), right);
                    boolean visible = !shownLeft.equals(shownRight);
                    unequal.put(
                            WORDS.getOrDefault(component.getName(), component.getName()),
                            List.of(visible ? shownLeft : "one", visible ? shownRight : "another"));
                }
            }
        }
        return unequal;
    }

    private static Object value(Record of, RecordComponent component) {
        try {
            return component.getAccessor().invoke(of);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a component of a plan cannot be read: " + component.getName(), e);
        }
    }

    private static String shown(String component, Object value) {
        if (component.endsWith("Ms") && value instanceof Number ms) {
            return SentenceText.plain(ms.doubleValue() / 1000) + " s";
        }
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
        return quoted(String.valueOf(value));
    }

    /** Returns a quoted text, shortened when it is long. */
    private static String quoted(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }

    private void cases() {
        Set<String> known = new HashSet<>();
        List<String> without = new ArrayList<>();
        // Cases of a suite have the same durations: one difference stands for all cases with it.
        Map<List<String>, List<String>> alike = new LinkedHashMap<>();
        for (CaseResult one : a.own()) {
            Optional<CaseResult> other = counterpart(one, b);
            if (other.isEmpty()) {
                without.add(one.testCase().id());
                continue;
            }
            known.add(other.get().testCase().id());
            CasePlan left = one.testCase();
            CasePlan right = other.get().testCase();
            Map<String, List<String>> unequal = new LinkedHashMap<>(
                    components(left.schedule(), right.schedule(), Set.of("repetitions", "precision", "recorder")));
            unequal.putAll(components(
                    left,
                    right,
                    Set.of(
                            "id",
                            "suite",
                            "server",
                            "processes",
                            "workload",
                            "servers",
                            "schedule",
                            "objectives",
                            "checks",
                            "twinOf")));
            unequal.forEach((what, values) -> alike.computeIfAbsent(
                            List.of(what, values.get(0), values.get(1)), k -> new ArrayList<>())
                    .add(left.id()));
        }
        alike.forEach((key, ids) -> add(Kind.MODEL, key.get(0) + " of " + named(ids), key.get(1), key.get(2)));
        if (!without.isEmpty()) {
            add(Kind.MODEL, named(without), "measured", "not there");
        }
        List<String> added = b.own().stream()
                .map(c -> c.testCase().id())
                .filter(id -> !known.contains(id))
                .toList();
        if (!added.isEmpty()) {
            add(Kind.MODEL, named(added), "not there", "measured");
        }
    }

    private static String named(List<String> all) {
        String first = String.join(", ", all.subList(0, Math.min(NAMED, all.size())));
        return all.size() <= NAMED ? first : first + " and " + (all.size() - NAMED) + " more";
    }

    /**
     * Returns the same case in another run: the case with the same process, workload and engine. Where several suites have one, that of the
     * same suite is taken.
     */
    public static Optional<CaseResult> counterpart(CaseResult result, RunResults in) {
        List<CaseResult> alike = in.own().stream()
                .filter(c -> c.testCase().subject().equals(result.testCase().subject())
                        && c.testCase().workload().equals(result.testCase().workload())
                        && CaseResult.engine(c.testCase()).equals(CaseResult.engine(result.testCase())))
                .toList();
        return alike.size() == 1
                ? Optional.of(alike.get(0))
                : alike.stream()
                        .filter(c ->
                                c.testCase().suite().equals(result.testCase().suite()))
                        .findFirst();
    }

    // ---- servers and what they run

    private static String wanted(ServerPlan server) {
        return server.version().isEmpty() ? "that of its type" : server.version();
    }

    /**
     * Returns the names of the engines under test among servers; none when any of the servers is not an engine, because
     * it serves all engines.
     */
    private Set<String> engines(Set<String> servers) {
        Set<String> engines =
                a.plan().cases().stream().map(CasePlan::server).collect(Collectors.toCollection(TreeSet::new));
        return engines.containsAll(servers) ? servers : Set.of();
    }

    private void servers() {
        Map<String, ServerPlan> others = named(b.plan().servers(), ServerPlan::name);
        for (ServerPlan one : a.plan().servers()) {
            ServerPlan other = others.remove(one.name());
            Set<String> engines = engines(Set.of(one.name()));
            String subject = "server " + one.name();
            if (other == null) {
                add(Kind.SERVER, engines, subject, "a " + one.type(), "not there");
                continue;
            }
            add(Kind.SERVER, engines, subject + ", type", one.declaredType(), other.declaredType());
            add(Kind.VERSION, engines, subject + ", version of the program", wanted(one), wanted(other));
            add(Kind.SERVER, engines, subject + ", host", one.host(), other.host());
            maps(Kind.SERVER, engines, subject, one.parameters(), other.parameters());
        }
        others.values()
                .forEach(other -> add(
                        Kind.SERVER,
                        engines(Set.of(other.name())),
                        "server " + other.name(),
                        "not there",
                        "a " + other.type()));
        both((left, right) -> {
            for (String server : left.commands().keySet()) {
                if (right.commands().containsKey(server)) {
                    words(
                            Kind.SERVER,
                            engines(Set.of(server)),
                            "server " + server + ", command line",
                            left.commands().get(server),
                            right.commands().get(server));
                }
            }
        });
    }

    private interface Both {
        void of(EnvironmentRecord left, EnvironmentRecord right);
    }

    private void both(Both what) {
        if (a.environment().isPresent() && b.environment().isPresent()) {
            what.of(a.environment().get(), b.environment().get());
        }
    }

    private void maps(
            Kind kind, Set<String> engines, String subject, Map<String, String> left, Map<String, String> right) {
        Set<String> keys = new TreeSet<>(left.keySet());
        keys.addAll(right.keySet());
        for (String key : keys) {
            add(
                    kind,
                    engines,
                    subject + ", " + key,
                    quoted(left.getOrDefault(key, "")),
                    quoted(right.getOrDefault(key, "")));
        }
    }

    /** Compares two lists of words and reports the members that the other list lacks. */
    private void words(Kind kind, Set<String> engines, String subject, List<String> left, List<String> right) {
        if (!left.equals(right)) {
            List<String> onlyLeft =
                    left.stream().filter(each -> !right.contains(each)).toList();
            List<String> onlyRight =
                    right.stream().filter(each -> !left.contains(each)).toList();
            boolean order = onlyLeft.isEmpty() && onlyRight.isEmpty();
            add(
                    kind,
                    engines,
                    subject,
                    order ? "in one order" : named(onlyLeft),
                    order ? "in another" : named(onlyRight));
        }
    }

    private void versions() {
        both((left, right) -> {
            maps(Kind.VERSION, Set.of(), "version", left.versions(), right.versions());
            Set<String> types = new TreeSet<>(left.programs().keySet());
            types.retainAll(right.programs().keySet());
            for (String type : types) {
                words(
                        Kind.VERSION,
                        enginesOf(type),
                        "programs of " + type,
                        artifacts(left.programs().get(type)),
                        artifacts(right.programs().get(type)));
            }
            if (left.plugins() != null && right.plugins() != null) {
                Set<String> used = new TreeSet<>(left.plugins().serverTypes().keySet());
                used.retainAll(right.plugins().serverTypes().keySet());
                for (String type : used) {
                    add(
                            Kind.VERSION,
                            enginesOf(type),
                            "plug-in of " + type,
                            left.plugins().serverTypes().get(type),
                            right.plugins().serverTypes().get(type));
                }
            }
        });
    }

    private static List<String> artifacts(List<ProgramRecord> programs) {
        return programs.stream()
                .flatMap(program ->
                        program.artifacts() == null ? Stream.of(program.coordinates()) : program.artifacts().stream())
                .distinct()
                .toList();
    }

    private Set<String> enginesOf(String type) {
        Set<String> servers = a.plan().servers().stream()
                .filter(server -> server.type().equals(type))
                .map(ServerPlan::name)
                .collect(Collectors.toCollection(TreeSet::new));
        return servers.isEmpty() ? servers : engines(servers);
    }

    // ---- machines

    private void environment() {
        unrecorded(a, RunLabels.BASELINE);
        unrecorded(b, label);
        both((left, right) -> {
            add(Kind.ENVIRONMENT, "driver", left.driver(), right.driver());
            Map<String, HostRecord> others = named(right.hosts(), HostRecord::name);
            for (HostRecord one : left.hosts()) {
                HostRecord other = others.remove(one.name());
                if (other == null) {
                    add(Kind.ENVIRONMENT, "host " + one.name(), "is there", "is missing");
                } else {
                    host(one, other);
                }
            }
            others.keySet().forEach(name -> add(Kind.ENVIRONMENT, "host " + name, "is missing", "is there"));
        });
        if (!a.loadEngines().isEmpty() && !b.loadEngines().isEmpty()) {
            add(
                    Kind.ENVIRONMENT,
                    "load client",
                    String.join(", ", a.loadEngines()),
                    String.join(", ", b.loadEngines()));
        }
        sharing();
    }

    /** Compares the sharing of processors, where both runs recorded it. */
    private void sharing() {
        Map<String, String> others = b.sharing();
        a.sharing().forEach((engine, how) -> {
            if (others.containsKey(engine)) {
                add(
                        Kind.ENVIRONMENT,
                        engines(Set.of(engine)),
                        "server " + engine + ", processors of its machine",
                        how,
                        others.get(engine));
            }
        });
    }

    private void unrecorded(RunResults run, String its) {
        if (run.environment().isEmpty()) {
            found.add(new Difference(
                    Kind.ENVIRONMENT,
                    label,
                    Set.of(),
                    "where run " + its + " (" + run.id() + ") took place is not recorded",
                    "",
                    ""));
        }
    }

    private void host(HostRecord one, HostRecord other) {
        String host = "host " + one.name() + ", ";
        add(
                Kind.ENVIRONMENT,
                host + "processor",
                one.processors().model(),
                other.processors().model());
        add(
                Kind.ENVIRONMENT,
                host + "logical processors",
                Integer.toString(one.processors().cpus()),
                Integer.toString(other.processors().cpus()));
        add(
                Kind.ENVIRONMENT,
                host + "frequency governor",
                text(one.processors().governor()),
                text(other.processors().governor()));
        if (Math.abs(one.memoryBytes() - other.memoryBytes())
                > SAME_MEMORY * Math.max(one.memoryBytes(), other.memoryBytes())) {
            add(
                    Kind.ENVIRONMENT,
                    host + "memory",
                    SentenceText.number(one.memoryBytes() / (double) (1 << 30)) + " GiB",
                    SentenceText.number(other.memoryBytes() / (double) (1 << 30)) + " GiB");
        }
        add(Kind.ENVIRONMENT, host + "operating system", system(one.system()), system(other.system()));
        add(Kind.ENVIRONMENT, host + "Java", text(one.java()), text(other.java()));
    }

    private static String system(SystemRecord of) {
        return of == null ? "" : of.name() + ", " + of.kernel() + ", " + of.architecture();
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }
}
