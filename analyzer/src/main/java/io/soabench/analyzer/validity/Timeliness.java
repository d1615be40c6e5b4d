package io.soabench.analyzer.validity;

import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.stat.DurationSummary;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.Bound.Share;
import io.soabench.analyzer.validity.Criterion.Excuse;
import io.soabench.analyzer.validity.Criterion.Subject;
import io.soabench.analyzer.validity.CriterionCheck.State;
import io.soabench.plan.LoadRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lateness of load clients and mocked partners in a repetition. It is compared with the response times of the
 * fastest engine of the block: the repetitions of the same number that differ in the engine only. A bound for each
 * engine would be stricter for the faster one. So the judgement waits until all of them are known; the data that are
 * kept until then are small.
 *
 * @param clients names of the clients in words
 * @param waits waits of answers and calls before they are read, as the calibration of the run found them
 * @param beyond state of a violation, by criterion
 */
public record Timeliness(
        String clients, List<Requests> requests, List<Partner> partners, Waits waits, Map<Criterion, State> beyond) {

    /** The lateness of a repetition without data. */
    public static final Timeliness NONE = new Timeliness("", List.of(), List.of(), Waits.UNKNOWN, Map.of());

    private static final double FLOOR_MS = 0.2;
    private static final double SLIP_FLOOR_MS = 3;
    private static final double PARTNER_FLOOR_MS = 5;
    private static final double SHARE = 0.05;
    private static final double LARGEST_SHARE = 0.10;
    private static final double OWN_SHARE = 0.01;
    private static final String P99 = "that of the response time of the fastest engine of the block";
    private static final String OWN_P99 = "that of this engine";
    private static final String QUIET = "Keep other programs off the machine; use more client hosts, or less load.";

    private static final Bound SLIP_P99 = Bound.most(
            "the 99th percentile of the slip",
            SLIP_FLOOR_MS,
            Criterion.MS,
            "Response times include the slip, so a large slip would be attributed to the engine. The load client may explain a"
                    + " tenth of the reported tail. A slip below the floor may be one time slice of a busy Linux host. A hundredth of an"
                    + " engine's own response time cannot make it look slow; without this allowance, an engine that takes seconds and the processors"
                    + " would drop out of the comparison because of some milliseconds. It is a tenth of the share allowed for the fastest engine.",
            new Share(LARGEST_SHARE, P99),
            new Share(OWN_SHARE, OWN_P99));

    private static final Criterion SLIP = Criterion.of(Subject.HARNESS, "load-client-slip", "Slip of the load client")
            .looksAt("how late requests began: start − intended start")
            .violated(SLIP_P99)
            .remedy(QUIET)
            .disturbance()
            .excusedBy(Excuse.SLOW_WITHOUT_FREE_THREAD)
            .judgedBy((evidence, findings) -> {});

    private static final Bound SLIP_MEDIAN = Bound.most(
            "the median of the slip",
            SLIP_FLOOR_MS,
            Criterion.MS,
            "As for the 99th percentile: a tenth of the reported time.",
            new Share(LARGEST_SHARE, "the median response time of the fastest engine of the block"),
            new Share(OWN_SHARE, OWN_P99));

    private static final Criterion MEDIAN_SLIP = Criterion.of(
                    Subject.HARNESS, "load-client-median-slip", "Median slip of the load client")
            .looksAt("the median delay of the starts of requests")
            .violated(SLIP_MEDIAN)
            .remedy(QUIET)
            .disturbance()
            .excusedBy(Excuse.SLOW_WITHOUT_FREE_THREAD)
            .judgedBy((evidence, findings) -> {});

    private static final Bound PARTNER_P99 = Bound.most(
            "the 99th percentile of |real − planned|",
            PARTNER_FLOOR_MS,
            Criterion.MS,
            "Partners, like load clients, may explain a tenth of the reported tail. The floor is the"
                    + " resolution of timers and scheduling.",
            new Share(LARGEST_SHARE, P99 + " (the lowest of several processes)"),
            new Share(OWN_SHARE, OWN_P99));

    private static final Criterion PARTNER = Criterion.of(
                    Subject.HARNESS, "partner-response-times", "Response times of partners")
            .looksAt("how far mocked services missed their planned response times, of the calls for measured requests")
            .violated(PARTNER_P99)
            .remedy("Keep other programs off the machine; put mock hosts on machines of their own, or use less load.")
            .disturbance()
            .judgedBy((evidence, findings) -> {});

    private static final Bound LATE_P99 = Bound.most(
            "the 99th percentile of the lateness, or its median,",
            FLOOR_MS,
            Criterion.MS,
            "Up to five per cent may be hidden in the reported times. A larger lateness is reported with its amount, and widens what counts"
                    + " as no difference between engines. It does not make a repetition invalid. On a laptop with two cores every repetition would be"
                    + " invalid, although lateness concerns all engines and is small compared with most differences.",
            new Share(SHARE, P99 + ", or of its median"));

    private static final Criterion LATE = Criterion.of(
                    Subject.HARNESS, "harness-lateness", "Lateness of load client and partners")
            .looksAt(
                    "request by request, the slip plus the lateness of partners on the critical path. That lateness is the time of the process structure"
                            + " with the real response times of its calls, minus its time with the planned ones. It is the sum over all calls, where these"
                            + " cannot be distinguished."
                            + " The wait of an answer until the load client reads it, and of a call until the mock host reads it, is not visible there."
                            + " Where the run was calibrated, the excess of the calibration's requests over the shortest one is added, median to median and"
                            + " 99th percentile to 99th percentile; such a request is read at four places, and a process with more than three calls has"
                            + " proportionally more")
            .warned(LATE_P99)
            .remedy("Keep other programs off the machine; use machines of their own for load clients and mock hosts.")
            .judgedBy((evidence, findings) -> {});

    /**
     * The additional time of the requests of a calibration over the shortest one. No time stamp of a repetition shows
     * it.
     *
     * @param medianMs 0 when unknown
     * @param meanMs 0 when unknown
     * @param p99Ms 0 when unknown
     */
    public record Waits(double medianMs, double meanMs, double p99Ms) {

        /** The waits of a run without calibration. */
        public static final Waits UNKNOWN = new Waits(0, 0, 0);

        /** Number of readings of a request of the calibration: by load client, mock host, and twice by the relay. */
        private static final int READINGS = 4;

        private boolean known() {
            return p99Ms > 0;
        }

        /**
         * Returns the waits of a request of a process.
         *
         * @param calls number of its calls: the mock host reads each, the load client its answer. More calls than in
         *     the calibration have more wait in proportion; fewer calls have no less, which is on the safe side
         */
        Waits of(int calls) {
            double times = Math.max(1, (calls + 1.0) / READINGS);
            return new Waits(medianMs * times, meanMs * times, p99Ms * times);
        }
    }

    /**
     * The requests to a process.
     *
     * @param about beginning of a sentence about it
     * @param response of those that have a response time
     * @param slip of all
     * @param lateness of all: slip, and lateness of partners on the critical path
     * @param calls number of calls that the process makes for one; 0 when unknown
     */
    public record Requests(
            String process,
            String about,
            DurationSummary response,
            DurationSummary slip,
            DurationSummary lateness,
            int calls) {}

    /**
     * An operation of a mocked service.
     *
     * @param errorP99Ms 99th percentile of |real − planned|
     */
    public record Partner(String name, double errorP99Ms) {}

    /**
     * Response times of the fastest engine, by process.
     *
     * @param medianMs NaN when unknown
     * @param p99Ms NaN when unknown
     */
    public record Fastest(double medianMs, double p99Ms) {

        private static final Fastest UNKNOWN = new Fastest(Double.NaN, Double.NaN);
    }

    static List<Criterion> ofLoadClients() {
        return List.of(SLIP, MEDIAN_SLIP);
    }

    static List<Criterion> ofPartners() {
        return List.of(PARTNER, LATE);
    }

    /**
     * Returns the data that are to be judged of a repetition.
     *
     * @param waits of the calibration of its run
     */
    public static Timeliness of(Evidence evidence, Waits waits) {
        boolean jmeter = evidence.folder().loads().values().stream()
                .anyMatch(load -> load.effort().engine() == LoadRecord.Engine.JMETER);
        Map<Criterion, State> beyond = new LinkedHashMap<>();
        List.of(SLIP, MEDIAN_SLIP, PARTNER)
                .forEach(criterion -> beyond.put(criterion, criterion.violationIn(evidence)));
        return new Timeliness(
                jmeter ? "The load client, which JMeter drove," : "The load client",
                requests(evidence),
                evidence.services().stream()
                        .filter(use -> use.response().count() > 0)
                        .map(use -> new Partner(name(use), use.errorP99Ms()))
                        .toList(),
                waits,
                Map.copyOf(beyond));
    }

    private static List<Requests> requests(Evidence evidence) {
        List<Requests> all = new ArrayList<>();
        for (Evidence.Load load : evidence.each()) {
            all.add(new Requests(
                    load.process(),
                    evidence.about(load),
                    load.response(),
                    load.slip(),
                    load.lateness(),
                    evidence.folder().callsOf(all.size())));
        }
        return List.copyOf(all);
    }

    /** Returns the mean wait of a request that no time stamp shows, of the process that waits most; 0 without calibration. */
    public double meanWaitMs() {
        return requests.stream()
                .mapToDouble(one -> waits.of(one.calls()).meanMs())
                .max()
                .orElse(0);
    }

    private static String name(ServiceUse use) {
        return use.service() + "[" + use.instance() + "] (" + use.operation() + ")";
    }

    /** Returns the fastest of several repetitions of a block, by process. */
    public static Map<String, Fastest> fastest(List<Timeliness> block) {
        Map<String, Fastest> fastest = new LinkedHashMap<>();
        block.stream().flatMap(one -> one.requests().stream()).forEach(one -> {
            if (one.response().count() > 0) {
                fastest.merge(
                        one.process(),
                        new Fastest(one.response().median(), one.response().p99()),
                        (a, b) -> new Fastest(Math.min(a.medianMs(), b.medianMs()), Math.min(a.p99Ms(), b.p99Ms())));
            }
        });
        return Map.copyOf(fastest);
    }

    /** Returns the findings in comparison with the fastest engine. */
    public List<CriterionCheck> checks(Map<String, Fastest> block) {
        List<CriterionCheck> checks = new ArrayList<>();
        for (Requests one : requests) {
            Fastest fastest = block.getOrDefault(one.process(), Fastest.UNKNOWN);
            if (one.response().count() > 0 && one.slip().count() > 0) {
                slip(one, fastest, checks);
                medianSlip(one, fastest, checks);
                late(one, fastest, checks);
            }
        }
        double p99 = block.values().stream().mapToDouble(Fastest::p99Ms).min().orElse(Double.NaN);
        double own = requests.stream()
                .filter(one -> one.response().count() > 0)
                .mapToDouble(one -> one.response().p99())
                .min()
                .orElse(Double.NaN);
        partners.forEach(partner -> partner(partner, p99, own, checks));
        return checks;
    }

    private static CriterionCheck check(
            Criterion criterion, State state, double measured, double bound, String sentence) {
        return new CriterionCheck(criterion, measured, bound, Criterion.MS, state, sentence);
    }

    private void slip(Requests one, Fastest fastest, List<CriterionCheck> checks) {
        double p99 = one.slip().p99();
        double bound = SLIP_P99.limit(fastest.p99Ms(), one.response().p99());
        boolean good = p99 <= bound;
        List<String> apart = SentenceText.msApart(p99, bound);
        checks.add(check(
                SLIP,
                good ? State.GOOD : beyond.get(SLIP),
                p99,
                bound,
                one.about()
                        + clients
                        + (good
                                ? " kept its schedule: 99 % of the requests began at most " + SentenceText.ms(p99)
                                        + " late."
                                : " missed its schedule: the 99th percentile of its slip is " + apart.get(0)
                                        + ", at most " + apart.get(1) + " are allowed.")));
    }

    private void medianSlip(Requests one, Fastest fastest, List<CriterionCheck> checks) {
        double median = one.slip().median();
        double bound = SLIP_MEDIAN.limit(fastest.medianMs(), one.response().median());
        if (median > bound) {
            checks.add(check(
                    MEDIAN_SLIP,
                    beyond.get(MEDIAN_SLIP),
                    median,
                    bound,
                    one.about() + "Half of the requests began more than " + SentenceText.ms(median)
                            + " late, which is more than " + SLIP_MEDIAN.share()
                            + " of the median response time of the fastest engine of the block."));
        }
    }

    private void late(Requests one, Fastest fastest, List<CriterionCheck> checks) {
        Waits own = waits.of(one.calls());
        double median = one.lateness().median() + own.medianMs();
        double p99 = one.lateness().p99() + own.p99Ms();
        double medianBound = LATE_P99.limit(fastest.medianMs());
        double p99Bound = LATE_P99.limit(fastest.p99Ms());
        boolean good = median <= medianBound && p99 <= p99Bound;
        boolean tail = p99 > p99Bound;
        checks.add(check(
                LATE,
                good ? State.GOOD : State.WARNING,
                good || tail ? p99 : median,
                good || tail ? p99Bound : medianBound,
                one.about() + "Load client and partners together were late by " + SentenceText.ms(median)
                        + " (median) and "
                        + SentenceText.ms(p99) + " (99th percentile) per request"
                        + (good
                                ? waited(own) + "."
                                : waited(own) + ". Lateness above " + SentenceText.ms(medianBound) + " and "
                                        + SentenceText.ms(p99Bound) + " may affect response times (bound: "
                                        + LATE_P99.share()
                                        + " of what the fastest engine of the block takes, but at least "
                                        + SentenceText.ms(LATE_P99.limit()) + ").")));
    }

    private static String waited(Waits own) {
        return own.known()
                ? ", including " + SentenceText.ms(own.medianMs()) + " and " + SentenceText.ms(own.p99Ms())
                        + " that answers and calls waited to be read, by the calibration"
                : "";
    }

    private void partner(Partner partner, double fastestP99, double ownP99, List<CriterionCheck> checks) {
        double bound = PARTNER_P99.limit(fastestP99, ownP99);
        double error = partner.errorP99Ms();
        boolean good = error <= bound;
        List<String> apart = SentenceText.msApart(error, bound);
        checks.add(check(
                PARTNER,
                good ? State.GOOD : beyond.get(PARTNER),
                error,
                bound,
                good
                        ? partner.name() + " kept its planned response times to within " + SentenceText.ms(error)
                                + " (99th percentile)."
                        : partner.name() + " missed its planned response times by " + apart.get(0)
                                + " (99th percentile); at most " + apart.get(1)
                                + " are allowed: the mock host, or its machine, was too busy."));
    }
}
