package io.soabench.analyzer.judge;

import io.soabench.analyzer.folder.Environment;
import io.soabench.analyzer.folder.Happening;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.judge.Check.State;
import io.soabench.analyzer.stat.Summary;
import io.soabench.plan.ClockRecord;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.Plan.EventPlan;
import io.soabench.plan.Plan.PathPlan;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import io.soabench.plan.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The checks that decide whether a repetition's numbers may be used, see {@link Threshold}. */
final class Validity {

    private static final String SLIP = "load client's slip";
    private static final String MEDIAN_SLIP = "load client's median slip";
    private static final String GENERATOR = "load client's processor time";
    private static final String CLOCKS = "clocks";
    private static final String PARTNERS = "partners' response times";

    private static final String NETWORK = "network";

    /** Aspects that say nothing of the engine or the data, only that load clients or mock hosts had to wait for a processor. */
    static final Set<String> DISTURBANCES = Set.of(SLIP, MEDIAN_SLIP, GENERATOR, PARTNERS);

    /** What is so because servers and load clients were stopped in the middle. */
    private static final Set<String> CONSEQUENCES =
            Set.of("servers", "lost requests", "number of requests", "load client", "arrivals", "ledger", "events");

    private final RepetitionFolder folder;
    private final CasePlan testCase;
    private final Window window;
    private final List<Check> checks = new ArrayList<>();
    private double generatorCpu = Double.NaN;

    Validity(RepetitionFolder folder, CasePlan testCase, Window window) {
        this.folder = folder;
        this.testCase = testCase;
        this.window = window;
    }

    /** Of a repetition that did not come to its end, what follows from that is no violation of its own. */
    List<Check> checks() {
        if (folder.record().isEmpty() || folder.record().get().state() == RunRecord.State.COMPLETED) {
            return List.copyOf(checks);
        }
        return checks.stream()
                .map(c -> c.state() == State.VIOLATED && CONSEQUENCES.contains(c.aspect())
                        ? new Check(c.aspect(), c.measured(), c.bound(), c.unit(), State.UNKNOWN, c.sentence())
                        : c)
                .toList();
    }

    /** Share of its host that the busiest load client used; NaN when unknown. */
    double generatorCpu() {
        return generatorCpu;
    }

    private void add(String aspect, State state, String sentence) {
        checks.add(new Check(aspect, Double.NaN, Double.NaN, "", state, sentence));
    }

    private void add(String aspect, double measured, double bound, String unit, State state, String sentence) {
        checks.add(new Check(aspect, measured, bound, unit, state, sentence));
    }

    private void add(String aspect, long measured, long bound, String unit, State state, String sentence) {
        checks.add(new Check(aspect, (double) measured, (double) bound, unit, state, sentence));
    }

    /** What the driver says of the repetition. */
    void state() {
        if (folder.record().isEmpty()) {
            add("state", State.VIOLATED, "There is no record of how the repetition ended.");
            return;
        }
        RunRecord.State state = folder.record().get().state();
        String message = folder.record().get().message();
        if (state == RunRecord.State.COMPLETED) {
            add("state", State.GOOD, "The repetition was completed.");
        } else {
            String words =
                    switch (state) {
                        case FAILED -> "The repetition failed";
                        case INTERRUPTED -> "The repetition was interrupted";
                        default -> "The repetition was cut off";
                    };
            add("state", State.VIOLATED, words + (message == null || message.isEmpty() ? "." : ": " + message + "."));
        }
        for (ServerRecord server : folder.record().get().servers()) {
            if ("died".equals(server.stopped())) {
                add("servers", State.VIOLATED, "Server \"" + server.name() + "\" ended by itself while it was needed.");
            } else if ("killed".equals(server.stopped())) {
                add(
                        "servers",
                        State.WARNING,
                        "Server \"" + server.name() + "\" did not end when it was asked to and was killed.");
            }
        }
    }

    /** What the driver saw of its servers. */
    void warnings() {
        folder.warnings().forEach(sentence -> add("servers", State.WARNING, sentence));
    }

    /** Whether round trips take what the network of the model says; of paths without a latency it says nothing. */
    void network() {
        List<RoundTripRecord> trips = folder.record().stream()
                .flatMap(record -> record.roundTrips().stream())
                .toList();
        for (PathPlan path : testCase.paths()) {
            if (path.request().isEmpty() && path.response().isEmpty()) {
                continue;
            }
            List<RoundTripRecord> own = trips.stream()
                    .filter(trip -> trip.from().equals(path.from()) && trip.to().equals(path.to()))
                    .toList();
            if (own.isEmpty()) {
                add(
                        NETWORK,
                        State.UNKNOWN,
                        "The round trips from \"" + path.from() + "\" to server \"" + path.to()
                                + "\" could not be measured: it does not answer several HEAD requests on one connection.");
            } else {
                network(path, own);
            }
        }
    }

    private void network(PathPlan path, List<RoundTripRecord> trips) {
        double median =
                trips.stream().mapToDouble(RoundTripRecord::medianMs).average().orElseThrow();
        double least = trips.stream().mapToDouble(RoundTripRecord::minMs).min().orElseThrow();
        double most = trips.stream().mapToDouble(RoundTripRecord::maxMs).max().orElseThrow();
        double tolerance = Math.max(
                Threshold.NETWORK_FLOOR_MS,
                Math.max(Threshold.NETWORK_SHARE * path.roundTripMs(), Threshold.NETWORK_RANGE_SHARE * (most - least)));
        boolean departs = Math.abs(median - path.roundTripMs()) > tolerance;
        add(
                NETWORK,
                median,
                path.roundTripMs(),
                "ms",
                departs ? State.WARNING : State.GOOD,
                String.format(
                        Locale.ROOT,
                        "Round trips from \"%s\" to server \"%s\" took %.2f ms (median; %.2f to %.2f ms), those of the model take"
                                + " %.2f ms%s.",
                        path.from(),
                        path.to(),
                        median,
                        least,
                        most,
                        path.roundTripMs(),
                        departs
                                ? ": the network was not the one of the model, or the machine had no time for it"
                                : ""));
    }

    /** What is wrong with a repetition that would be whole had the server not hung: that it hung is its result. */
    private State unlessHung() {
        return folder.hung() ? State.WARNING : State.VIOLATED;
    }

    /** A client whose threads all wait for a server that hangs cannot be in time. */
    private State late() {
        return folder.loads().values().stream().anyMatch(load -> load.poolDry() > 0) ? unlessHung() : State.VIOLATED;
    }

    /** Missing and damaged files. */
    void files() {
        folder.losses().forEach(sentence -> add("files", consequence(), sentence));
        folder.problems().forEach(sentence -> add("files", State.WARNING, sentence));
    }

    /** What a missing file or request is: of a repetition that did not come to its end it is no further news. */
    private State consequence() {
        return folder.record().isEmpty() || folder.record().get().state() == RunRecord.State.COMPLETED
                ? State.VIOLATED
                : State.UNKNOWN;
    }

    void lost() {
        boolean all = true;
        for (Map.Entry<String, Long> entry : folder.lines().entrySet()) {
            LoadRecord load = folder.loads().get(entry.getKey());
            if (load == null) {
                all = false;
                add(
                        "lost requests",
                        State.VIOLATED,
                        "The load client of host \"" + entry.getKey()
                                + "\" left no account of itself: whether requests are lost is unknown.");
            } else if (load.sent() != load.recorded() || load.sent() != entry.getValue()) {
                all = false;
                add(
                        "lost requests",
                        load.sent() - entry.getValue(),
                        0,
                        "requests",
                        State.VIOLATED,
                        "The load client of host \"" + entry.getKey() + "\" sent " + load.sent()
                                + " requests and recorded " + load.recorded() + "; the file has " + entry.getValue()
                                + ".");
            }
        }
        if (all && !folder.lines().isEmpty()) {
            add("lost requests", 0, 0, "requests", State.GOOD, "No request is lost.");
        }
    }

    void number(long requests) {
        if (requests < Threshold.MIN_REQUESTS) {
            add(
                    "number of requests",
                    requests,
                    Threshold.MIN_REQUESTS,
                    "requests",
                    requests == 0 ? consequence() : unlessHung(),
                    Words.count(requests, "request was", "requests were") + " measured; at least "
                            + Threshold.MIN_REQUESTS + " are needed: measure longer.");
        } else if (requests < Threshold.MIN_REQUESTS_P99) {
            add(
                    "number of requests",
                    requests,
                    Threshold.MIN_REQUESTS_P99,
                    "requests",
                    State.WARNING,
                    requests + " requests were measured: the 99th percentile is little more than the maximum.");
        } else {
            add(
                    "number of requests",
                    requests,
                    Threshold.MIN_REQUESTS,
                    "requests",
                    State.GOOD,
                    requests + " requests were measured.");
        }
    }

    void slip(Summary slip, Summary response) {
        if (slip.count() == 0 || response.count() == 0) {
            return;
        }
        double bound = Math.max(Threshold.SLIP_FLOOR_MS, Threshold.SLIP_SHARE * response.p99());
        boolean good = slip.p99() <= bound;
        add(
                SLIP,
                slip.p99(),
                bound,
                "ms",
                good ? State.GOOD : late(),
                good
                        ? "The load client kept its schedule: 99 % of the requests began at most "
                                + Words.ms(slip.p99()) + " late."
                        : "The load client missed its schedule: the 99th percentile of its slip is "
                                + Words.ms(slip.p99())
                                + ", at most " + Words.ms(bound) + " are allowed ("
                                + Words.level(Threshold.SLIP_SHARE)
                                + " of the 99th percentile of the response time, but not less than "
                                + Words.ms(Threshold.SLIP_FLOOR_MS) + ").");
        double medianBound = Math.max(Threshold.SLIP_FLOOR_MS, Threshold.SLIP_SHARE * response.median());
        if (slip.median() > medianBound) {
            add(
                    MEDIAN_SLIP,
                    slip.median(),
                    medianBound,
                    "ms",
                    late(),
                    "Half of the requests began more than " + Words.ms(slip.median()) + " late, which is more than "
                            + Words.level(Threshold.SLIP_SHARE) + " of the median response time.");
        }
    }

    void generator(Environment environment) {
        for (LoadRecord load : folder.loads().values()) {
            processor(load, environment.processors(load.client()));
            if (load.poolDry() > 0) {
                double share = load.sent() == 0 ? 1 : (double) load.poolDry() / load.sent();
                boolean bad = share > Threshold.POOL_DRY_SHARE;
                add(
                        "load client's threads",
                        share,
                        Threshold.POOL_DRY_SHARE,
                        "ratio",
                        bad ? unlessHung() : State.WARNING,
                        Words.count(load.poolDry(), "arrival", "arrivals") + " (" + Words.percent(share)
                                + ") on host \"" + load.client() + "\" found none of the " + load.threads()
                                + " threads free"
                                + (bad ? ": the workload was not open any more. Give the client more threads." : "."));
            }
            if (load.planned() >= 0 && load.sent() < load.planned()) {
                add(
                        "arrivals",
                        load.sent(),
                        load.planned(),
                        "requests",
                        unlessHung(),
                        load.planned() + " arrivals were planned on host \"" + load.client() + "\", but " + load.sent()
                                + " requests were sent.");
            }
            if (load.laps() > 0) {
                add(
                        "workload trace",
                        load.laps(),
                        0,
                        "laps",
                        State.WARNING,
                        "Clients on host \"" + load.client() + "\" used their trace up and began again "
                                + Words.count(load.laps(), "time", "times") + ": the same think times came again.");
            }
            if ("stopped".equals(load.ended())) {
                add(
                        "load client",
                        State.VIOLATED,
                        "The load client of host \"" + load.client() + "\" was stopped early.");
            }
        }
    }

    private void processor(LoadRecord load, OptionalInt processors) {
        if (processors.isEmpty() || !window.known()) {
            add(
                    GENERATOR,
                    State.UNKNOWN,
                    "How many processors host \"" + load.client()
                            + "\" has is not recorded, so the load client's share of them is unknown.");
            return;
        }
        double share = load.cpuMs() / 1000.0 / (window.seconds() * processors.getAsInt());
        generatorCpu = Double.isNaN(generatorCpu) ? share : Math.max(generatorCpu, share);
        boolean good = share <= Threshold.GENERATOR_CPU;
        add(
                GENERATOR,
                share,
                Threshold.GENERATOR_CPU,
                "ratio",
                good ? State.GOOD : State.VIOLATED,
                "The load client used " + Words.percent(share) + " of the processors of host \"" + load.client() + "\""
                        + (good
                                ? "."
                                : "; with more than " + Words.level(Threshold.GENERATOR_CPU)
                                        + " it measures itself. Use more client hosts or less load."));
    }

    void ledger(List<LedgerEntry> entries) {
        boolean differs = false;
        boolean known = false;
        for (LedgerEntry entry : entries) {
            known |= entry.state() == LedgerEntry.State.AGREES;
            if (entry.state() == LedgerEntry.State.DIFFERS) {
                differs = true;
                add("ledger", unlessHung(), entry.sentence());
            }
        }
        if (folder.prescription().calls().orElse(0) > 0 && !folder.allCalls()) {
            add("ledger", consequence(), "Whether the engine made the partner calls of its process cannot be checked.");
        } else if (!differs) {
            add("ledger", known ? State.GOOD : State.UNKNOWN, known ? "The ledger agrees." : "There is no ledger.");
        }
    }

    void mocks(List<ServiceUse> services, Summary response) {
        for (ServiceUse use : services) {
            String name = use.service() + " " + use.instance() + ", " + use.operation();
            if (use.notUnderstood() > 0) {
                add(
                        "partners",
                        use.notUnderstood(),
                        0,
                        "calls",
                        State.VIOLATED,
                        Words.count(use.notUnderstood(), "call", "calls") + " of " + name
                                + " could not be understood by the mock.");
            }
            if (use.untraced() > 0) {
                add(
                        "partners' traces",
                        use.untraced(),
                        0,
                        "calls",
                        State.WARNING,
                        Words.count(use.untraced(), "call", "calls") + " of " + name
                                + " had no behaviour of their own in the trace: another run need not show the same.");
            }
            if (use.response().count() > 0) {
                double tail = response.count() == 0 ? 0 : response.p99();
                double bound = Math.max(Threshold.MOCK_ERROR_FLOOR_MS, Threshold.MOCK_ERROR_SHARE * tail);
                boolean good = use.errorP99Ms() <= bound;
                add(
                        PARTNERS,
                        use.errorP99Ms(),
                        bound,
                        "ms",
                        good ? State.GOOD : State.VIOLATED,
                        good
                                ? name + " kept its planned response times to within " + Words.ms(use.errorP99Ms())
                                        + " (99th percentile)."
                                : name + " missed its planned response times by " + Words.ms(use.errorP99Ms())
                                        + " (99th percentile); at most " + Words.ms(bound)
                                        + " are allowed: the mock host was overloaded.");
            }
        }
    }

    /** A repetition in which an event of the model did not happen is one of another case. */
    void events() {
        List<Happening> model = folder.happenings().stream()
                .filter(h -> h.kind().equals("model"))
                .toList();
        boolean all = true;
        for (EventPlan event : testCase.events()) {
            String name = "The event \"" + event.what() + "\" ";
            Optional<Happening> happened =
                    model.stream().filter(h -> h.subject().equals(event.what())).findFirst();
            if (happened.isEmpty()) {
                all = false;
                add("events", unlessHung(), name + missed(event) + ".");
            } else if (event.atMs() >= 0 && window.known()) {
                double lateMs = Math.abs(window.at(happened.get().atNs()) * 1000 - event.atMs());
                if (lateMs > Threshold.EVENT_MS) {
                    all = false;
                    add(
                            "events",
                            lateMs,
                            Threshold.EVENT_MS,
                            "ms",
                            State.WARNING,
                            name + "happened " + Words.ms(lateMs) + " beside its time.");
                }
            }
        }
        if (all && !testCase.events().isEmpty()) {
            add("events", State.GOOD, "All events of the model happened in time.");
        }
    }

    private String missed(EventPlan event) {
        return folder.happenings().stream()
                .filter(h -> h.kind().equals("missed") && h.subject().equals(event.what()))
                .map(Happening::detail)
                .findFirst()
                .orElse("is not recorded to have happened");
    }

    /** Times of different hosts are compared with each other. */
    void clocks(Summary response) {
        for (ClockRecord.HostOffset host : folder.clocks().hosts()) {
            if (!host.known()) {
                add(
                        CLOCKS,
                        consequence(),
                        "Where the clock of host \"" + host.host() + "\" stood to the driver's was not measured.");
                continue;
            }
            double bound = response.count() == 0
                    ? Threshold.CLOCK_FLOOR_MS
                    : Math.max(Threshold.CLOCK_FLOOR_MS, Threshold.CLOCK_SHARE * response.median());
            double errorMs = host.errorNs() / 1e6;
            boolean good = errorMs <= bound;
            boolean whole = host.before() != null && host.after() != null;
            add(
                    CLOCKS,
                    errorMs,
                    bound,
                    "ms",
                    !good ? State.VIOLATED : whole ? State.GOOD : State.WARNING,
                    "Where the clock of host \"" + host.host() + "\" stood to the driver's is known to within "
                            + Words.ms(errorMs)
                            + (good
                                    ? whole ? "." : "; it was measured only once, so whether it drifted is unknown."
                                    : "; at most " + Words.ms(bound) + " are allowed ("
                                            + Words.level(Threshold.CLOCK_SHARE)
                                            + " of the median response time, but not less than "
                                            + Words.ms(Threshold.CLOCK_FLOOR_MS)
                                            + "): let the hosts keep their time with NTP, or use a faster network."));
        }
    }

    void environment() {
        Optional<List<String>> changes = folder.environmentChanges();
        if (changes.isEmpty()) {
            add("environment", State.UNKNOWN, "Whether the environment changed during the repetition is not recorded.");
        } else if (changes.get().isEmpty()) {
            add("environment", State.GOOD, "The environment did not change.");
        } else {
            add(
                    "environment",
                    State.VIOLATED,
                    "The environment changed during the repetition: " + String.join("; ", changes.get()) + ".");
        }
    }

    /** A warm-up that was to last until response times are steady. */
    void warmUp(LoadRecord.WarmUp warmUp) {
        if (warmUp == LoadRecord.WarmUp.FIXED || !window.known()) {
            return;
        }
        boolean steady = warmUp == LoadRecord.WarmUp.STEADY;
        String length = Words.number(window.warmUpSeconds()) + " s";
        add(
                "warm-up until steady",
                steady ? State.GOOD : State.WARNING,
                steady
                        ? "Response times were steady, and the warm-up ended, after " + length + "."
                        : "The warm-up ended after the longest time allowed, " + length
                                + ", before response times were steady; allow more time, or doubt the comparison.");
    }

    void steady(double drift, double warmUpS) {
        if (!Double.isNaN(drift)) {
            boolean good = Math.abs(drift) <= Threshold.DRIFT;
            add(
                    "steady state",
                    drift,
                    Threshold.DRIFT,
                    "ratio",
                    good ? State.GOOD : State.WARNING,
                    "The median response time of the last third of the measurement is " + Words.percent(Math.abs(drift))
                            + (drift < 0 ? " lower" : " higher") + " than that of the first third"
                            + (good ? "." : ": the engine was not in a steady state; warm up or measure longer."));
        }
        double planned = window.warmUpSeconds();
        if (warmUpS > planned + 1) {
            add(
                    "warm-up",
                    warmUpS,
                    planned,
                    "s",
                    State.WARNING,
                    "Response times were steady only " + Words.number(warmUpS)
                            + " s after the first request, but the warm-up is " + Words.number(planned) + " s long ("
                            + testCase.id() + "): warm up longer.");
        }
    }
}
