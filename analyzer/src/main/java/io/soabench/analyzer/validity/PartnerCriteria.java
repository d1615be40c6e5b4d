package io.soabench.analyzer.validity;

import io.soabench.analyzer.folder.PartnerCalls;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.Criterion.Excuse;
import io.soabench.analyzer.validity.Criterion.Subject;
import io.soabench.analyzer.validity.CriterionCheck.State;
import io.soabench.plan.ClockRecord;
import java.util.List;

/** The criteria of correct calls to partners and of mocked partners that keep to the model. */
final class PartnerCriteria {

    private static final Criterion LEDGER = Criterion.of(Subject.ENGINE, "ledger", "Ledger")
            .looksAt("the counts of load clients, engine and partners, see V_LEDGER")
            .violated("an entry of the ledger differs, or the calls that the process prescribes cannot be checked")
            .because("An engine that is fast because it skips work must not win.")
            .remedy("The sentence names a request to look for in the files and in the logs of the engine.")
            .consequence()
            .excusedBy(Excuse.HANG)
            .judgedBy(PartnerCriteria::ledger);

    private static final Bound EARLY = Bound.most(
            "the share of successful requests whose answer came before those of the partners that it depends on",
            0.001,
            Criterion.RATIO,
            "A clock that was set, or a lost line of a log, may cause a single such request; an engine that answers early does so"
                    + " repeatedly.");

    /** Tolerance for an answer that seems to come earlier than its partners allow. */
    private static final double LEAST_EARLY_MS = 0.5;

    private static final Criterion CAUSALITY = Criterion.of(
                    Subject.ENGINE, "causality", "Answers before those of partners")
            .looksAt(
                    "successful requests all of whose calls are known. Their time from sending to the answer is compared with the least"
                            + " time that the process allows. That is the time of its structure with the planned response times of the"
                            + " calls up to its reply. A difference of " + LEAST_EARLY_MS
                            + " ms, or of what clocks of hosts may be apart, does not count")
            .violated(EARLY)
            .because("An engine that answers before its partners does not do the work on which engines are compared.")
            .remedy(
                    "Look at the requests that the sentence names, and at what the engine answers: it may be cached, or made up.")
            .consequence()
            .judgedBy(PartnerCriteria::causality);

    private static final Criterion UNDERSTOOD = Criterion.of(Subject.BOTH, "partners", "Partners")
            .looksAt("calls that arrived at mocked services")
            .violated("a mock did not understand a call")
            .because("A call that differs from that of the process makes the engine do other work.")
            .remedy(
                    "Look at the calls in the log of the mock host: the engine sends another message than its partner expects.")
            .judgedBy(PartnerCriteria::understood);

    private static final Criterion TRACES = Criterion.of(Subject.HARNESS, "partner-traces", "Traces of partners")
            .looksAt("calls for which the trace of a service has a behaviour")
            .warned("a call had no behaviour of its own")
            .because("The mock then draws one, so another run may differ.")
            .remedy("Nothing, unless runs must be the same call by call; then use less load or a shorter measurement.")
            .judgedBy(PartnerCriteria::traces);

    private PartnerCriteria() {}

    static List<Criterion> criteria() {
        return List.of(LEDGER, CAUSALITY, UNDERSTOOD, TRACES);
    }

    private static String name(ServiceUse use) {
        return use.service() + " " + use.instance() + ", " + use.operation();
    }

    private static void ledger(Evidence evidence, CriterionFindings findings) {
        boolean differs = false;
        boolean known = false;
        for (LedgerEntry entry : evidence.ledger()) {
            known |= entry.state() == LedgerEntry.State.AGREES;
            if (entry.state() == LedgerEntry.State.DIFFERS) {
                differs = true;
                findings.add(State.VIOLATED, entry.sentence());
            }
        }
        RepetitionFolder folder = evidence.folder();
        boolean calls = folder.prescriptions().stream()
                .anyMatch(prescription -> prescription.calls().orElse(0) > 0);
        if (calls && !folder.allCalls()) {
            findings.violatedEvenWhenHung(
                    Double.NaN,
                    Double.NaN,
                    "",
                    "Whether the engine made the partner calls of its process cannot be checked.");
        } else if (!differs) {
            findings.add(known ? State.GOOD : State.UNKNOWN, known ? "The ledger agrees." : "There is no ledger.");
        }
    }

    private static void causality(Evidence evidence, CriterionFindings findings) {
        RepetitionFolder folder = evidence.folder();
        PartnerCalls calls = folder.calls();
        RequestSamples samples = folder.samples();
        if (!folder.allCalls() || calls.callbacks() > 0 || folder.workload().ordersBatches()) {
            return;
        }
        double uncertainMs = folder.clocks().hosts().stream()
                .filter(ClockRecord.HostOffset::known)
                .mapToDouble(host -> host.errorNs() / 1e6)
                .max()
                .orElse(0);
        double toleranceMs = Math.max(LEAST_EARLY_MS, uncertainMs);
        List<long[]> places = folder.versions().all().stream()
                .map(prescription -> new long[prescription.calls().orElse(0)])
                .toList();
        long known = 0;
        long early = 0;
        int example = -1;
        for (int i = 0; i < samples.size(); i++) {
            long[] delays = places.get(folder.versions().of(i));
            if (delays.length > 0
                    && samples.measured(i)
                    && samples.succeeded(i)
                    && calls.ordered(i)
                    && calls.seen(i) == delays.length
                    && calls.extra(i) == 0
                    && !calls.plannedFailure(i)) {
                known++;
                calls.leastDelaysNs(i, delays);
                double lackMs =
                        (folder.prescription(i).leastNs(delays) - (samples.endNs(i) - samples.startNs(i))) / 1e6;
                if (lackMs > toleranceMs) {
                    early++;
                    example = example < 0 ? i : example;
                }
            }
        }
        if (known == 0) {
            return;
        }
        double share = (double) early / known;
        findings.add(
                share > EARLY.limit() ? State.VIOLATED : State.GOOD,
                share,
                EARLY.limit(),
                Criterion.RATIO,
                early == 0
                        ? "No answer came before those of the partners that it depends on."
                        : SentenceText.count(early, "answer", "answers") + " of " + SentenceText.count(known)
                                + " came before those of the" + " partners that it depends on, for example that of "
                                + samples.uiid(example) + ".");
    }

    private static void understood(Evidence evidence, CriterionFindings findings) {
        for (ServiceUse use : evidence.services()) {
            if (use.notUnderstood() > 0) {
                findings.add(
                        State.VIOLATED,
                        (double) use.notUnderstood(),
                        0,
                        "calls",
                        SentenceText.count(use.notUnderstood(), "call", "calls") + " of " + name(use)
                                + " could not be understood by the mock.");
            }
        }
    }

    private static void traces(Evidence evidence, CriterionFindings findings) {
        for (ServiceUse use : evidence.services()) {
            if (use.untraced() > 0) {
                findings.add(
                        State.WARNING,
                        (double) use.untraced(),
                        0,
                        "calls",
                        SentenceText.count(use.untraced(), "call", "calls") + " of " + name(use)
                                + " had no behaviour of their own in the trace: another run may differ.");
            }
        }
    }
}
