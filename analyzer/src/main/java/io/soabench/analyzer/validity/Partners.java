package io.soabench.analyzer.validity;

import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.stat.Summary;
import io.soabench.analyzer.stat.Words;
import io.soabench.analyzer.validity.Bound.Share;
import io.soabench.analyzer.validity.Check.State;
import io.soabench.analyzer.validity.Criterion.Excuse;
import io.soabench.analyzer.validity.Criterion.Subject;
import java.util.List;

/** Whether the engine called its partners as the process says, and the mocked partners did what the model says. */
final class Partners {

    private static final Criterion LEDGER = Criterion.of(Subject.ENGINE, "ledger", "Ledger")
            .looksAt("the counts of load clients, engine and partners, see V_LEDGER")
            .violated("an entry differs, or the calls that the process prescribes cannot be checked")
            .because("An engine that is fast because it skips work must not win.")
            .remedy("The sentence names a request to look for in the files and in the logs of the engine.")
            .consequence()
            .excusedBy(Excuse.HANG)
            .judgedBy(Partners::ledger);

    private static final Criterion UNDERSTOOD = Criterion.of(Subject.BOTH, "partners", "Partners")
            .looksAt("calls that arrived at mocked services")
            .violated("a mock did not understand a call")
            .because("A call that is not that of the process makes the engine do something else.")
            .remedy(
                    "Look at the calls in the log of the mock host: the engine sends another message than its partner expects.")
            .judgedBy(Partners::understood);

    private static final Criterion TRACES = Criterion.of(Subject.HARNESS, "partner-traces", "Traces of partners")
            .looksAt("calls for which the trace of a service has a behaviour")
            .warned("a call had no behaviour of its own")
            .because("The mock then draws one, so that another run need not show the same.")
            .remedy("Nothing, unless runs must be the same call by call; then use less load or a shorter measurement.")
            .judgedBy(Partners::traces);

    private static final Bound LATE = Bound.most(
            "the 99th percentile of |real − planned|",
            5,
            Criterion.MS,
            "Partners, like load clients, may explain a tenth of the tail that is reported. Less than the floor is the"
                    + " resolution of timers and scheduling.",
            new Share(
                    0.10,
                    "the 99th percentile of the response time of the process, of several the one with the lowest"));

    private static final Criterion RESPONSE_TIMES = Criterion.of(
                    Subject.HARNESS, "partner-response-times", "Response times of partners")
            .looksAt("how far mocked services missed their planned response times, of the calls for measured requests")
            .violated(LATE)
            .remedy("Keep other programs off the machine; put mock hosts on machines of their own, or use less load.")
            .disturbance()
            .judgedBy(Partners::responseTimes);

    private Partners() {}

    static List<Criterion> criteria() {
        return List.of(LEDGER, UNDERSTOOD, TRACES, RESPONSE_TIMES);
    }

    private static String name(ServiceUse use) {
        return use.service() + " " + use.instance() + ", " + use.operation();
    }

    private static void ledger(Evidence evidence, Findings findings) {
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

    private static void understood(Evidence evidence, Findings findings) {
        for (ServiceUse use : evidence.services()) {
            if (use.notUnderstood() > 0) {
                findings.add(
                        State.VIOLATED,
                        (double) use.notUnderstood(),
                        0,
                        "calls",
                        Words.count(use.notUnderstood(), "call", "calls") + " of " + name(use)
                                + " could not be understood by the mock.");
            }
        }
    }

    private static void traces(Evidence evidence, Findings findings) {
        for (ServiceUse use : evidence.services()) {
            if (use.untraced() > 0) {
                findings.add(
                        State.WARNING,
                        (double) use.untraced(),
                        0,
                        "calls",
                        Words.count(use.untraced(), "call", "calls") + " of " + name(use)
                                + " had no behaviour of their own in the trace: another run need not show the same.");
            }
        }
    }

    private static void responseTimes(Evidence evidence, Findings findings) {
        for (ServiceUse use : evidence.services()) {
            if (use.response().count() > 0) {
                double bound = LATE.limit(evidence.quickest(Summary::p99));
                boolean good = use.errorP99Ms() <= bound;
                findings.add(
                        good ? State.GOOD : State.VIOLATED,
                        use.errorP99Ms(),
                        bound,
                        Criterion.MS,
                        good
                                ? name(use) + " kept its planned response times to within " + Words.ms(use.errorP99Ms())
                                        + " (99th percentile)."
                                : name(use) + " missed its planned response times by " + Words.ms(use.errorP99Ms())
                                        + " (99th percentile); at most " + Words.ms(bound)
                                        + " are allowed: the mock host was overloaded.");
            }
        }
    }
}
