package io.soabench.analyzer.validity;

import io.soabench.analyzer.stat.DurationSummary;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.Bound.Share;
import io.soabench.analyzer.validity.Criterion.Subject;
import io.soabench.analyzer.validity.CriterionCheck.State;
import io.soabench.plan.ClockRecord;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.PathPlan;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The criteria of machines, their clocks and the network between them. */
final class MachineCriteria {

    private static final Criterion ENVIRONMENT = Criterion.of(Subject.HARNESS, "environment", "Environment")
            .looksAt("the environment before and after the repetition")
            .violated("the environment changed")
            .because("Numbers from before and after a change do not belong to one machine.")
            .remedy("Keep the machine as it is (power supply, processor governor, updates), then measure again.")
            .judgedBy(MachineCriteria::environment);

    private static final Bound CLOCK = Bound.most(
            "the uncertainty of the clock offset of a host",
            10,
            Criterion.MS,
            "When it is known to within half of a median response time, requests, calls and events of different hosts can be"
                    + " put side by side. Less than the floor is finer than anything that is drawn or compared across hosts.",
            new Share(0.50, "the median response time"));

    private static final Criterion CLOCKS = Criterion.of(Subject.HARNESS, "clocks", "Clocks")
            .looksAt("the offsets of the clocks of other hosts to that of the driver, and their uncertainty")
            .violated(CLOCK)
            .warned("the offset was measured only once, so that a drift is unknown")
            .remedy("Let the hosts keep their time with NTP, or use a faster network.")
            .consequence()
            .judgedBy(MachineCriteria::clocks);

    private static final Bound NETWORK_DIFFERENCE = Bound.most(
            "the difference between the median round trip and the model's",
            0.5,
            Criterion.MS,
            "A relay, a kernel and a server add less (the share of the model's and the floor). Chance adds less, too. The median of 20"
                    + " normal draws has a standard error of 1.25 σ/√20, and 3.7 σ is their expected range. So the error is about 0.08 of"
                    + " the range, and a quarter is three of these.",
            new Share(0.10, "the model's"),
            new Share(0.25, "the measured range"));

    private static final Criterion NETWORK = Criterion.of(Subject.HARNESS, "network", "Network")
            .looksAt("round trips on the ways that have a latency in the model")
            .warned(NETWORK_DIFFERENCE)
            .remedy(
                    "Keep other programs off the machines; between machines, state in the model the latency that is to be added to the real one.")
            .judgedBy(MachineCriteria::network);

    private static final Bound OTHERS = Bound.most(
            "the share of all processor time that other programs and other machines of the hypervisor took",
            0.10,
            Criterion.RATIO,
            "An engine, its load and its partners notice the loss of a tenth of the machine when they need it at the same time. The"
                    + " services and the desktop of an idle machine take less.");

    /** Share of unused processors below which a repetition with other programs was short of processors. */
    static final double LEAST_IDLE = 0.10;

    /** Share of other programs beyond which a repetition is combined only with repetitions that have as much. */
    static final double MOST_UNMATCHED = 0.25;

    private static final long CLOCK_STEP_MS = 250;

    private static final Criterion SURROUNDINGS = Criterion.of(Subject.HARNESS, "surroundings", "Other programs")
            .looksAt(
                    "processor time of programs that do not belong to the run, processor time that the hypervisor gave to others, and"
                            + " steps of the wall clock. All are those of the host of the engine, from before its start until after its end")
            .violated(
                    "other programs took more than 10 % while less than 10 % was idle, and the engine did not keep up with its load; or they took more"
                            + " than 25 %, but not in all repetitions that this one is compared with")
            .warned(OTHERS)
            .warned("the wall clock moved by more than " + CLOCK_STEP_MS
                    + " ms against the monotonic one: it was set, or the machine slept")
            .because(
                    "This is evidence from outside the experiment, which no engine can cause. So only this criterion, not lateness, decides what is"
                            + " measured again: the same repetition of all engines of the block. An engine that other programs"
                            + " starved is not saturated, and a repetition that they slowed must not enter a mean with quiet ones.")
            .remedy("Keep other programs off the machine, and the machine awake.")
            .disturbance()
            .judgedBy(MachineCriteria::surroundings);

    private MachineCriteria() {}

    /** Returns whether a check found evidence from outside the experiment of another load on the machine. */
    static boolean interfered(CriterionCheck check) {
        return check.criterion() == SURROUNDINGS && (check.state() == State.WARNING || check.state() == State.VIOLATED);
    }

    /** Returns whether other programs took more of the processors than is allowed. */
    static boolean taken(CriterionCheck check) {
        return interfered(check) && check.measured() > OTHERS.limit();
    }

    static List<Criterion> criteria() {
        return List.of(ENVIRONMENT, SURROUNDINGS, CLOCKS, NETWORK);
    }

    private static void environment(Evidence evidence, CriterionFindings findings) {
        Optional<List<String>> changes = evidence.folder().environmentChanges();
        if (changes.isEmpty()) {
            findings.add(State.UNKNOWN, "Whether the environment changed during the repetition is not recorded.");
        } else if (changes.get().isEmpty()) {
            findings.add(State.GOOD, "The environment did not change.");
        } else {
            findings.add(
                    State.VIOLATED,
                    "The environment changed during the repetition: " + String.join("; ", changes.get()) + ".");
        }
    }

    private static void surroundings(Evidence evidence, CriterionFindings findings) {
        Optional<EnvironmentRecord.Surroundings> seen = evidence.folder().surroundings();
        if (seen.isEmpty()) {
            findings.add(State.UNKNOWN, "The other load of the machine is not recorded.");
            return;
        }
        EnvironmentRecord.Surroundings others = seen.get();
        double share = others.takenShare();
        boolean busy = share > OTHERS.limit();
        boolean stepped = Math.abs(others.clockStepMs()) > CLOCK_STEP_MS;
        List<String> parts = new ArrayList<>();
        parts.add("Other programs took " + SentenceText.percent(others.foreignShare()) + " of the processors"
                + (busy ? named(others) : "")
                + (others.stolenShare() > 0
                        ? ", other machines of the hypervisor " + SentenceText.percent(others.stolenShare())
                        : ""));
        if (stepped) {
            parts.add("the wall clock moved by " + others.clockStepMs() / 1000.0
                    + " s: it was set, or the machine slept");
        }
        boolean starved =
                busy && evidence.pace().saturated() && (others.idleShare() == null || others.idleShare() < LEAST_IDLE);
        if (starved) {
            parts.add("so it is unknown whether the engine keeps up with its load");
        }
        findings.add(
                starved ? State.VIOLATED : busy || stepped ? State.WARNING : State.GOOD,
                share,
                OTHERS.limit(),
                Criterion.RATIO,
                String.join("; ", parts) + ".");
    }

    /** Returns the same check, violated: others took more of the processors than in a compared repetition. */
    static CriterionCheck unmatched(CriterionCheck check) {
        return new CriterionCheck(
                check.criterion(),
                check.measured(),
                MOST_UNMATCHED,
                check.unit(),
                State.VIOLATED,
                check.sentence() + " In repetitions that it is compared with they took at most "
                        + SentenceText.percent(MOST_UNMATCHED) + ".");
    }

    /** Returns the names of the other programs, as far as they are known. */
    private static String named(EnvironmentRecord.Surroundings others) {
        return others.programs().isEmpty()
                ? " (none of them still runs and is visible from here)"
                : others.programs().stream()
                        .map(each -> String.format(
                                Locale.ROOT, "%s, process %d: %.2f processors", each.name(), each.pid(), each.cores()))
                        .collect(Collectors.joining("; ", " (", ")"));
    }

    private static void clocks(Evidence evidence, CriterionFindings findings) {
        for (ClockRecord.HostOffset host : evidence.folder().clocks().hosts()) {
            if (!host.known()) {
                findings.add(
                        State.VIOLATED,
                        "The offset of the clock of host \"" + host.host()
                                + "\" to that of the driver was not measured.");
                continue;
            }
            double bound = CLOCK.limit(evidence.quickest(DurationSummary::median));
            double errorMs = host.errorNs() / 1e6;
            boolean good = errorMs <= bound;
            boolean whole = host.before() != null && host.after() != null;
            List<String> apart = SentenceText.msApart(errorMs, bound);
            findings.add(
                    !good ? State.VIOLATED : whole ? State.GOOD : State.WARNING,
                    errorMs,
                    bound,
                    Criterion.MS,
                    "The offset of the clock of host \"" + host.host() + "\" to that of the driver is known to within "
                            + apart.get(0)
                            + (good
                                    ? whole ? "." : "; it was measured only once, so whether it drifted is unknown."
                                    : "; at most " + apart.get(1) + " are allowed (" + CLOCK.share()
                                            + " of the median response time, but not less than "
                                            + SentenceText.ms(CLOCK.limit())
                                            + "): let the hosts keep their time with NTP, or use a faster network."));
        }
    }

    /** Adds the findings about the network. Paths without a planned latency have none. */
    private static void network(Evidence evidence, CriterionFindings findings) {
        List<RoundTripRecord> trips = evidence.folder().record().stream()
                .flatMap(record -> record.roundTrips().stream())
                .toList();
        for (PathPlan path : evidence.testCase().paths()) {
            if (path.request().isEmpty() && path.response().isEmpty()) {
                continue;
            }
            List<RoundTripRecord> own = trips.stream()
                    .filter(trip -> trip.from().equals(path.from()) && trip.to().equals(path.to()))
                    .toList();
            if (own.isEmpty()) {
                findings.add(
                        State.UNKNOWN,
                        "The round trips from \"" + path.from() + "\" to server \"" + path.to()
                                + "\" could not be measured: it does not answer several HEAD requests on one connection.");
            } else {
                network(path, own, findings);
            }
        }
    }

    private static void network(PathPlan path, List<RoundTripRecord> trips, CriterionFindings findings) {
        double median =
                trips.stream().mapToDouble(RoundTripRecord::medianMs).average().orElseThrow();
        double least = trips.stream().mapToDouble(RoundTripRecord::minMs).min().orElseThrow();
        double most = trips.stream().mapToDouble(RoundTripRecord::maxMs).max().orElseThrow();
        boolean departs =
                Math.abs(median - path.roundTripMs()) > NETWORK_DIFFERENCE.limit(path.roundTripMs(), most - least);
        findings.add(
                departs ? State.WARNING : State.GOOD,
                median,
                path.roundTripMs(),
                Criterion.MS,
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
                                ? ": the network differed from the model, or the machine was too busy to emulate it"
                                : ""));
    }
}
