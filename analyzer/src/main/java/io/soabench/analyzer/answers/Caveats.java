package io.soabench.analyzer.answers;

import io.soabench.analyzer.cases.CallsAtOnce;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.CaseStatistic;
import io.soabench.analyzer.cases.CaseUsability;
import io.soabench.analyzer.cases.EngineDurabilities;
import io.soabench.analyzer.cases.EngineFiles;
import io.soabench.analyzer.cases.EngineHosts;
import io.soabench.analyzer.cases.EngineResources;
import io.soabench.analyzer.cases.FrontShare;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.cases.SmallSampleNote;
import io.soabench.analyzer.repetition.FailureCause;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.StartModes;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.WorkloadPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The limits of the numbers of a run, derived from its plan, its environment and its results. A caveat appears only where the run gives
 * reason for it.
 */
public final class Caveats {

    /** The type of the engine that comes with SOABench. */
    private static final String BUNDLED = "reference";

    /** Share of a response time that partners take, below which most of it is the engine's. */
    private static final double MOST_PARTNER_SHARE = 0.5;

    private static final double TENTHS = 10;

    /** Maximum number of cases that a sentence names. */
    private static final int MOST_CASES = 4;

    private static final String NICE = "nice";

    private final Plan plan;
    private final Optional<EnvironmentRecord> environment;
    private final List<CaseResult> cases;
    private final List<PairResult> pairs;

    /** Cases with a server under test; a process that runs elsewhere has none. */
    private final List<CasePlan> hosted;

    private Caveats(
            Plan plan, Optional<EnvironmentRecord> environment, List<CaseResult> cases, List<PairResult> pairs) {
        this.plan = plan;
        this.environment = environment;
        this.cases = cases;
        this.pairs = pairs;
        hosted = cases.stream()
                .map(CaseResult::testCase)
                .filter(one -> !one.server().isEmpty())
                .toList();
    }

    /** Returns the sentences about cases that are not compared. */
    public static List<String> of(Plan plan, Optional<EnvironmentRecord> environment, List<CaseResult> cases) {
        return of(plan, environment, cases, List.of());
    }

    /** Returns the sentences, those that concern all numbers first. */
    public static List<String> of(
            Plan plan, Optional<EnvironmentRecord> environment, List<CaseResult> cases, List<PairResult> pairs) {
        Caveats caveats = new Caveats(plan, environment, cases, pairs);
        return Stream.of(
                        EngineDurabilities.of(environment)
                                .caveats(cases.stream()
                                        .filter(one -> !FrontShare.isFront(plan, one.testCase()))
                                        .toList())
                                .stream(),
                        EngineResources.of(plan, environment).caveats(cases).stream(),
                        EngineFiles.of(plan).caveats(cases).stream(),
                        CallsAtOnce.caveats(cases).stream(),
                        caveats.batches().stream(),
                        caveats.timeOuts().stream(),
                        caveats.shared().stream(),
                        caveats.warmUp().stream(),
                        occasion().stream(),
                        caveats.repetitions().stream(),
                        caveats.modes().stream(),
                        caveats.starts().stream(),
                        caveats.excluded().stream(),
                        caveats.partners().stream(),
                        caveats.bundled().stream())
                .flatMap(sentences -> sentences)
                .toList();
    }

    /** Returns the meaning of requests and response times where batches are ordered. */
    private List<String> batches() {
        return cases.stream()
                .map(one -> plan.workloadOf(one.testCase().workload()))
                .filter(WorkloadPlan::ordersBatches)
                .distinct()
                .map(workload -> "Under " + workload.name() + " a request orders a batch of "
                        + String.format(Locale.ROOT, "%,d", workload.batch())
                        + " instances, and its response time ends when the last instance has ended. Partners are inside the engine and answer"
                        + " at once, and no message of an instance goes over HTTP.")
                .toList();
    }

    /** Returns the cases whose means are lower bounds, because requests that were given up count with the time-out. */
    private List<String> timeOuts() {
        List<String> several = new ArrayList<>();
        for (CaseResult one : cases) {
            long givenUp = one.failureCauses().stream()
                    .filter(cause -> cause.outcome().outOfTime())
                    .mapToLong(FailureCause::requests)
                    .sum();
            if (givenUp > 0 && one.means().length > 0 && one.usability().state() != CaseUsability.State.SATURATED) {
                long requests = one.usable().stream()
                        .mapToLong(RepetitionResult::requests)
                        .sum();
                several.add(one.name() + " (" + SentenceText.count(givenUp) + " of "
                        + SentenceText.count(requests, "request", "requests") + ")");
            }
        }
        int more = several.size() - MOST_CASES;
        return several.isEmpty()
                ? List.of()
                : List.of("Requests that were not answered in time count as if they were answered at the time-out. So "
                        + (several.size() == 1
                                ? "this mean response time is a lower bound: "
                                : "these mean response times are lower bounds: ")
                        + several.stream().limit(MOST_CASES).collect(Collectors.joining("; "))
                        + (more > 0 ? "; and " + SentenceText.count(more, "more case", "more cases") : "") + ".");
    }

    /**
     * The programs on the machine of the system under test.
     *
     * @param yields whether the system under test yields to them
     */
    private record SharedHost(String host, List<String> others, boolean yields) {}

    private List<String> shared() {
        Map<SharedHost, Long> hosts = hosted.stream()
                .map(this::sharedHost)
                .filter(sharedHost -> !sharedHost.others().isEmpty())
                .collect(Collectors.groupingBy(sharedHost -> sharedHost, LinkedHashMap::new, Collectors.counting()));
        List<String> sentences = new ArrayList<>();
        hosts.forEach((sharedHost, number) -> {
            sentences.add(who() + " shares " + processors(sharedHost.host()) + " with the "
                    + String.join(" and the ", sharedHost.others())
                    + (number == hosted.size() ? "" : " in " + number + " of " + hosted.size() + " cases")
                    + ". It cannot use the processor time that these take"
                    + taken(sharedHost) + ". On a machine of its own it could answer sooner and hold more load"
                    + (engines().size() > 1 ? ", one engine more than another." : "."));
            if (sharedHost.yields()) {
                sentences.add("There the engine has a lower priority (" + NICE
                        + "), so that load client and partners are on time. While all processors are busy, the engine waits longer than"
                        + " with equal priority; the longer it computes, the longer it waits.");
            }
        });
        return sentences;
    }

    /** Returns the share of the processor time that load client and partners take beside the engine; empty where it was not measured. */
    private String taken(SharedHost sharedHost) {
        EngineHosts engines = EngineHosts.of(plan, environment);
        double[] shares = cases.stream()
                .filter(one -> hosted.contains(one.testCase())
                        && sharedHost(one.testCase()).equals(sharedHost))
                .mapToDouble(engines::harnessShare)
                .filter(share -> !Double.isNaN(share))
                .sorted()
                .toArray();
        if (shares.length == 0) {
            return "";
        }
        String least = SentenceText.percent(shares[0]);
        String most = SentenceText.percent(shares[shares.length - 1]);
        return ": " + (least.equals(most) ? least : least + " to " + most) + " of all that is in use";
    }

    private String who() {
        return engines().size() > 1 ? "Each engine" : "The engine";
    }

    private SharedHost sharedHost(CasePlan testCase) {
        String host = server(testCase.server()).map(ServerPlan::host).orElse("");
        String machine = machine(host);
        List<String> others = new ArrayList<>();
        if (testCase.clients().stream()
                .anyMatch(client -> machine(client.host()).equals(machine))) {
            others.add("load client");
        }
        if (testCase.servers().stream()
                .filter(server -> !server.equals(testCase.server()))
                .flatMap(server -> server(server).stream())
                .filter(server -> !server.emulatesNetwork())
                .anyMatch(server -> machine(server.host()).equals(machine))) {
            others.add("partners");
        }
        return new SharedHost(host, others, !others.isEmpty() && yields(testCase.server()));
    }

    /** Returns the server of a name; empty where the plan is damaged. */
    private Optional<ServerPlan> server(String name) {
        return plan.servers().stream()
                .filter(server -> server.name().equals(name))
                .findFirst();
    }

    private String machine(String host) {
        return Stream.ofNullable(plan.hosts())
                .flatMap(List::stream)
                .filter(known -> known.name().equals(host))
                .map(HostPlan::machine)
                .findFirst()
                .orElse(host);
    }

    private boolean yields(String server) {
        return environment
                .map(EnvironmentRecord::commands)
                .map(commands -> commands.get(server))
                .filter(command -> !command.isEmpty() && command.get(0).equals(NICE))
                .isPresent();
    }

    private String processors(String host) {
        return environment.stream()
                        .flatMap(recorded -> recorded.hosts().stream())
                        .filter(recorded -> recorded.name().equals(host)
                                && recorded.processors().cpus() > 0)
                        .map(recorded -> recorded.processors().cpus() == 1
                                ? "the only processor"
                                : "the " + recorded.processors().cpus() + " processors")
                        .findFirst()
                        .orElse("the machine")
                + " of host " + host;
    }

    private List<String> warmUp() {
        if (hosted.isEmpty()) {
            return List.of();
        }
        List<CaseSchedule> schedules =
                hosted.stream().map(CasePlan::schedule).distinct().toList();
        String warmUp = schedules.stream().allMatch(s -> s.warmUp() == CaseSchedule.WarmUp.FIXED) ? "" : " at most";
        return List.of("Servers are restarted for each repetition, warmed up for" + warmUp + " "
                + range(schedules.stream().mapToDouble(s -> s.warmUpMs() / 1000.0)) + " and measured for "
                + measured(schedules)
                + ". The numbers do not show how servers behave after hours, with full heaps and larger databases.");
    }

    /** Returns the length of the measurements, which may end early where enough is measured. */
    private String measured(List<CaseSchedule> schedules) {
        String most = range(schedules.stream().mapToDouble(s -> s.measureMs() / 1000.0));
        if (schedules.stream().allMatch(s -> s.enough() == null)) {
            return most;
        }
        double[] lengths = cases.stream()
                .filter(one -> !one.testCase().server().isEmpty())
                .flatMap(one -> one.usable().stream())
                .mapToDouble(r -> Math.rint(r.measurement().measuredS() * TENTHS) / TENTHS)
                .toArray();
        return lengths.length == 0
                ? "at most " + most
                : range(Arrays.stream(lengths)) + " (until enough was measured, at most " + most + ")";
    }

    private static String range(DoubleStream seconds) {
        double[] sorted = seconds.sorted().toArray();
        double least = sorted[0];
        double most = sorted[sorted.length - 1];
        return least == most
                ? SentenceText.plain(most) + " s"
                : SentenceText.plain(least) + " to " + SentenceText.plain(most) + " s";
    }

    private static List<String> occasion() {
        return List.of(
                "All measurements are from one run, on the machines listed below. No interval includes differences between days or"
                        + " between machines.");
    }

    private List<String> repetitions() {
        int[] numbers = cases.stream()
                .mapToInt(one -> one.usable().size())
                .filter(number -> number > 1)
                .sorted()
                .toArray();
        if (numbers.length == 0 || numbers[0] > SmallSampleNote.MOST_REPETITIONS) {
            return List.of();
        }
        int most = numbers[numbers.length - 1];
        long few = Arrays.stream(numbers)
                .filter(number -> number <= SmallSampleNote.MOST_REPETITIONS)
                .count();
        String which = most <= SmallSampleNote.MOST_REPETITIONS
                ? "Results rest on " + SmallSampleNote.repetitions(numbers[0], most) + " of a case"
                : SentenceText.count(few, "case has", "cases have") + " no more than "
                        + SentenceText.count(SmallSampleNote.MOST_REPETITIONS, "repetition", "repetitions");
        List<String> sentences = new ArrayList<>(
                List.of(
                        which
                                + ". So few cannot be shown to be representative: one more repetition may change means and intervals."));
        int shared = cases.stream()
                .flatMap(one -> one.statistics().stream())
                .mapToInt(CaseStatistic::shared)
                .max()
                .orElse(0);
        if (shared > 0) {
            sentences.add("Most intervals of means of so few repetitions use a spread pooled over up to "
                    + shared + " cases of this run. They keep their level only if these cases have the same spread."
                    + " Those of the processor time of a request use the spread of their own case.");
        }
        if (pairs.stream().anyMatch(pair -> pair.ratio().pooled())) {
            sentences.add(
                    "Intervals of ratios of so few repetitions use the spread of all engines under the same load. They keep their"
                            + " level while no engine spreads more than twice as much as the others.");
        }
        return sentences;
    }

    /** Returns the cases whose starts are of several kinds. */
    private List<String> starts() {
        List<String> several = cases.stream()
                .filter(one -> one.usability().state() != CaseUsability.State.SATURATED)
                .filter(one -> !one.inconsistent().isEmpty())
                .map(one -> one.name() + " (" + one.inconsistent() + ")")
                .toList();
        if (several.isEmpty()) {
            return List.of();
        }
        if (several.size() > MOST_CASES) {
            return List.of("Starts of " + several.size() + " of " + SentenceText.count(cases.size(), "case", "cases")
                    + " are inconsistent: they are of several kinds, such as those of " + several.get(0)
                    + ". The means of these cases depend on how many of each kind were measured.");
        }
        boolean one = several.size() == 1;
        return List.of("Inconsistent starts, which are of several kinds: " + String.join("; ", several) + ". "
                + (one ? "The mean depends" : "These means depend") + " on how many of each kind were measured.");
    }

    /** Returns the cases whose repetitions fall into two groups. */
    private List<String> modes() {
        return cases.stream()
                .filter(one -> one.usability().state() != CaseUsability.State.SATURATED)
                .flatMap(one -> StartModes.of(one.means()).stream()
                        .map(modes -> one.name() + " has repetitions of two groups: " + modes.fewer()
                                + (modes.fewer() == 1 ? " takes " : " take ") + SentenceText.ms(modes.below())
                                + " on average, "
                                + modes.more() + (modes.more() == 1 ? " takes " : " take ")
                                + SentenceText.ms(modes.above())
                                + ". The mean of all describes neither group."))
                .toList();
    }

    /** Returns the engines whose repetitions do not count, and the cases that decide nothing. */
    private List<String> excluded() {
        List<String> sentences = new ArrayList<>();
        Map<String, Integer> lost = new LinkedHashMap<>();
        int all = 0;
        for (CaseResult one : cases) {
            int unusable = one.repetitions().size() - one.usable().size();
            all += one.repetitions().size();
            if (unusable > 0) {
                lost.merge(CaseResult.engine(one.testCase()), unusable, Integer::sum);
            }
        }
        int total = lost.values().stream().mapToInt(Integer::intValue).sum();
        if (total > 0 && total < all) {
            boolean alone = cases.stream()
                            .map(one -> CaseResult.engine(one.testCase()))
                            .distinct()
                            .count()
                    == 1;
            sentences.add(total + " of " + all + (total == 1 ? " repetitions does" : " repetitions do") + " not count"
                    + (alone
                            ? ". The rest may misrepresent the engine."
                            : lost.entrySet().stream()
                                    .map(each -> each.getValue() + " of " + each.getKey())
                                    .collect(Collectors.joining(
                                            ", ",
                                            ": ",
                                            lost.size() == 1
                                                    ? ". The rest may misrepresent this engine."
                                                    : ". The rest may misrepresent an engine."))));
        }
        List<CaseResult> rivals =
                cases.stream().filter(this::hasRival).filter(this::byTimes).toList();
        List<CaseResult> undecided =
                rivals.stream().filter(one -> !one.usability().comparable()).toList();
        if (!undecided.isEmpty()) {
            boolean one = undecided.size() == 1;
            sentences.add(undecided.size() + " of " + SentenceText.count(rivals.size(), "case", "cases")
                    + (one ? " supports" : " support")
                    + " no verdict on response times, because " + states(undecided)
                    + ". A ratio of " + (one ? "its" : "their")
                    + " response times is not evidence of a difference.");
        }
        return sentences;
    }

    private boolean hasRival(CaseResult one) {
        return !one.testCase().isTwin()
                && cases.stream()
                        .anyMatch(other -> !other.testCase().isTwin()
                                && other.testCase()
                                        .block()
                                        .equals(one.testCase().block())
                                && !other.testCase()
                                        .server()
                                        .equals(one.testCase().server()));
    }

    /** Returns whether response times of a case are compared with those of another engine: not where either is at its capacity. */
    private boolean byTimes(CaseResult one) {
        List<PairResult> own = pairs.stream()
                .filter(pair -> pair.kind() == PairResult.Kind.ENGINE)
                .filter(pair -> Stream.of(pair.a(), pair.b())
                        .anyMatch(each ->
                                each.testCase().id().equals(one.testCase().id())))
                .toList();
        return own.isEmpty()
                || own.stream()
                        .anyMatch(
                                pair -> pair.verdict() == null || pair.verdict().state() != PairVerdict.State.CAPACITY);
    }

    private static String states(List<CaseResult> rivals) {
        Map<CaseUsability.State, Long> states = rivals.stream()
                .map(one -> one.usability().state())
                .filter(state -> state != CaseUsability.State.SETTLED)
                .collect(Collectors.groupingBy(state -> state, LinkedHashMap::new, Collectors.counting()));
        return states.entrySet().stream()
                .map(each -> "in " + each.getValue() + " "
                        + switch (each.getKey()) {
                            case SETTLED -> "nothing is amiss";
                            case NOT_ASSESSED -> "the data do not show whether response times were steady";
                            case UNSETTLED ->
                                "response times were not steady, or the numbers of requests begun and ended differ";
                            case SATURATED -> "the engine did not keep up";
                            case NONE -> "no repetition is usable";
                        })
                .collect(Collectors.joining(", "));
    }

    /** Returns the largest share of a response time that partners take. */
    private List<String> partners() {
        double[] shares = cases.stream()
                .flatMap(one -> one.usable().stream())
                .filter(repetition -> repetition.overheads().idealMedianMs() >= 0
                        && repetition.response().median() > 0)
                .mapToDouble(repetition -> repetition.overheads().idealMedianMs()
                        / repetition.response().median())
                .sorted()
                .toArray();
        if (engines().size() < 2 || shares.length == 0 || shares[shares.length - 1] >= MOST_PARTNER_SHARE) {
            return List.of();
        }
        return List.of(
                (partnersKnown() ? "Partners take" : "Where the time of partners is known, they take") + " at most "
                        + SentenceText.percent(Math.max(0.01, shares[shares.length - 1]))
                        + " of a median response time. With partners that take most of it, engines that add the same times as here have"
                        + " ratios nearer to 1.");
    }

    /** Returns whether the time of partners is known of each repetition that counts. */
    private boolean partnersKnown() {
        return cases.stream()
                .flatMap(one -> one.usable().stream())
                .allMatch(repetition -> repetition.overheads().idealMedianMs() >= 0);
    }

    private List<String> bundled() {
        Set<String> bundled = hosted.stream()
                .map(CasePlan::server)
                .filter(server -> server(server)
                        .filter(one -> one.declaredType().equals(BUNDLED))
                        .isPresent())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (bundled.isEmpty() || engines().equals(bundled)) {
            return List.of();
        }
        return List.of(
                String.join(", ", bundled)
                        + (bundled.size() == 1 ? " is" : " are")
                        + " the engine that comes with SOABench. Its authors also wrote this tool and could have tuned the engine for it.");
    }

    private Set<String> engines() {
        return hosted.stream().map(CasePlan::server).collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
